#pragma once
#include <cstddef>

// The tails of distributions that tests need.
namespace assay::eval {

// P(Z > z) of the standard normal distribution. z is finite.
double normal_survival(double z);

// P(X > x) of the chi-squared distribution with one degree of freedom. x is finite, 0 or more.
double chi_squared_survival(double x);

// P(K <= k) of heads in n tosses of a fair coin.
double fair_binomial_cdf(std::size_t k, std::size_t n);

}  // namespace assay::eval
