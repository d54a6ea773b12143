#include "eval/benchmarks/averitec_labels.h"

namespace assay::eval {

LabelReader averitec_labels() {
  constexpr std::string_view conflicting = "Conflicting Evidence/Cherrypicking";
  return {core::LabelSpace::named("averitec"),
          {{"conflicting", conflicting},
           {"Conflicting Evidence", conflicting},
           {"Cherrypicking", conflicting},
           {"NEE", "Not Enough Evidence"}}};
}

}  // namespace assay::eval
