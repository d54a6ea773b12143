#pragma once
#include <cstddef>

namespace assay::eval {

// McNemar's test of two systems on the same items: do they err equally often?
struct McNemar {
  std::size_t only_a = 0;  // right in a alone
  std::size_t only_b = 0;
  double statistic =
      0;              // the smaller count where exact, else chi-squared with continuity correction
  double p = 1;       // two-sided
  bool exact = true;  // by the binomial distribution: below 25 items on which they differ
};
McNemar mcnemar(std::size_t only_a, std::size_t only_b);

}  // namespace assay::eval
