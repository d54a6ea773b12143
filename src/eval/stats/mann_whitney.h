#pragma once
#include <span>

#include "eval/stats/alternative.h"

namespace assay::eval {

struct MannWhitney {
  double u = 0;  // of the first sample: pairs in which its value is greater, a half for each equal
  double p = 1;
  bool exact = false;
};

// Mann–Whitney U test of two independent samples. Exact where one of them has at most 8 values, no
// two values are equal, and the product of their sizes is at most 10,000; else the normal
// approximation with corrections for ties and continuity. But for the last bound that is SciPy
// 1.17's mannwhitneyu with its defaults. Where all values are equal, p is 1. Throws InputError
// where a sample is empty or a value is not finite.
MannWhitney mann_whitney(std::span<const double> first, std::span<const double> second,
                         Alternative alternative = Alternative::two_sided);

}  // namespace assay::eval
