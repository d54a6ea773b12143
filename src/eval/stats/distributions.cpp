#include "eval/stats/distributions.h"

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>

namespace assay::eval {

namespace math = boost::math;

double normal_survival(double z) { return math::cdf(math::complement(math::normal(), z)); }

double chi_squared_survival(double x) {
  return math::cdf(math::complement(math::chi_squared(1), x));
}

double fair_binomial_cdf(std::size_t k, std::size_t n) {
  if (k >= n) return 1;
  return math::cdf(math::binomial(static_cast<double>(n), 0.5), static_cast<double>(k));
}

}  // namespace assay::eval
