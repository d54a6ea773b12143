#pragma once
#include <cstddef>
#include <span>

#include "eval/stats/alternative.h"

namespace assay::eval {

struct Wilcoxon {
  // Of the ranks of the differences, the sum of those that are positive; of a two-sided test, of
  // those that are negative where that is smaller.
  double statistic = 0;
  double p = 1;
  bool exact = false;
  std::size_t pairs = 0;  // that differ
};

// Wilcoxon's signed-rank test of pairs of values, as SciPy 1.17's wilcoxon with its defaults. Pairs
// without a difference are left out. The distribution is exact for up to 50 pairs where all differ,
// by amounts of which no two are equal, and for up to 13 pairs whatever they are; else the normal
// approximation with correction for ties and without one for continuity. Where no pair differs, p
// is 1 (SciPy gives no number for more than 13 such pairs). Throws InputError where there are no
// pairs, the lengths differ, or a value or a difference is not finite.
Wilcoxon wilcoxon(std::span<const double> first, std::span<const double> second,
                  Alternative alternative = Alternative::two_sided);

}  // namespace assay::eval
