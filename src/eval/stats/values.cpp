#include "eval/stats/values.h"

#include <cmath>
#include <string>

#include "assay/core/error.h"

namespace assay::eval {

void need_values(std::span<const double> values, std::string_view what) {
  if (values.empty()) throw core::InputError(std::string(what) + ": there are no values");
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i]))
      throw core::InputError(std::string(what) + ": value " + std::to_string(i + 1) +
                             " is not a finite number");
}

}  // namespace assay::eval
