#pragma once
#include <cstddef>

namespace assay::eval {

struct McNemar {
  double statistic = 0;
  double p = 1;
  bool exact = true;
};

// Do two systems, asked the same, differ in how often they are right? Of the items on which they
// differ, `only_first` were got right by the first alone and `only_second` by the second alone.
// Two-sided. Fewer than 25 such items: exact, binomial, the statistic is the smaller count. Else
// chi-squared with one degree of freedom and continuity correction: (|b - c| - 1)² / (b + c). No
// such item: p is 1.
McNemar mcnemar(std::size_t only_first, std::size_t only_second);

}  // namespace assay::eval
