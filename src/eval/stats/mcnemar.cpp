#include "eval/stats/mcnemar.h"

#include <algorithm>
#include <cmath>

#include "eval/stats/distributions.h"

namespace assay::eval {
namespace {

constexpr std::size_t fewest_for_chi_squared = 25;

}  // namespace

McNemar mcnemar(std::size_t only_first, std::size_t only_second) {
  const auto fewer = std::min(only_first, only_second);
  // As doubles, which two huge counts don't overflow.
  const double items = static_cast<double>(only_first) + static_cast<double>(only_second);
  if (items < static_cast<double>(fewest_for_chi_squared)) {
    const double p = 2 * fair_binomial_cdf(fewer, only_first + only_second);
    return {static_cast<double>(fewer), std::min(p, 1.0), true};
  }
  const double distance =
      std::abs(static_cast<double>(only_first) - static_cast<double>(only_second)) - 1;
  const double statistic = distance * distance / items;
  return {statistic, chi_squared_survival(statistic), false};
}

}  // namespace assay::eval
