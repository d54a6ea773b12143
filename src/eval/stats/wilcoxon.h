#pragma once
#include <cstddef>
#include <span>

namespace assay::eval {

struct Wilcoxon {
  double statistic = 0;  // the smaller of the sums of the positive and of the negative ranks
  double p = 1;          // two-sided
  bool exact = false;
  std::size_t pairs = 0;  // that differ
};
// The Wilcoxon signed-rank test of paired samples, as SciPy 1.11's wilcoxon(zero_method='wilcox',
// correction=False, method='auto'): pairs without a difference are left out; exact where at most 50
// pairs were given, all of which differ and no two by as much, else by the normal distribution with
// the correction for ties. Where no pair differs, the statistic is 0 and p is 1. Throws InputError
// where the samples are not as many, for none, and for a value that is no number.
Wilcoxon wilcoxon(std::span<const double> a, std::span<const double> b);

}  // namespace assay::eval
