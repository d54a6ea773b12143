#include "eval/stats/mcnemar.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>

#include "eval/stats/ranks.h"

namespace assay::eval {
namespace {

constexpr double few = 25;

}  // namespace

McNemar mcnemar(std::size_t only_a, std::size_t only_b) {
  McNemar result{only_a, only_b, 0, 1, true};
  // As numbers that two huge counts don't overflow.
  const double all = static_cast<double>(only_a) + static_cast<double>(only_b);
  const auto fewer = static_cast<double>(std::min(only_a, only_b));
  if (all == 0) return result;
  result.exact = all < few;
  if (result.exact) {
    const boost::math::binomial_distribution<double> half(all, 0.5);
    result.statistic = fewer;
    result.p = std::min(1.0, 2 * boost::math::cdf(half, fewer));
    return result;
  }
  const double difference = std::abs(static_cast<double>(only_a) - static_cast<double>(only_b)) - 1;
  result.statistic = difference * difference / all;
  // One degree of freedom: the square of a standard normal value.
  result.p = std::min(1.0, 2 * normal_tail(std::sqrt(result.statistic)));
  return result;
}

}  // namespace assay::eval
