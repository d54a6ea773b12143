#include "report/source_words.h"

#include "report/words.h"

namespace assay::report {

std::string site_words(const core::Source& source) {
  if (source.reliability.empty() || source.reliability == "unsure") return {};
  auto words = source.reliability == "fact-check" ? std::string("A fact-checking site")
                                                  : capitalized(source.reliability) + " site";
  if (!source.reliability_reason.empty()) words += ": " + source.reliability_reason;
  return words;
}

}  // namespace assay::report
