#pragma once
#include <span>

namespace assay::eval {

// What is held against the null hypothesis that both are drawn alike.
enum class Alternative { two_sided, less, greater };  // of the first sample

struct MannWhitney {
  double u = 0;  // of the first sample
  double p = 1;
  bool exact = false;
};
// The Mann–Whitney U test of two independent samples, as SciPy's mannwhitneyu with method='auto':
// exact where one of them has at most 8 values and none are equal, else by the normal distribution
// with the correction for ties and for continuity. Throws InputError for an empty sample or a value
// that is no number.
MannWhitney mann_whitney(std::span<const double> a, std::span<const double> b,
                         Alternative alternative = Alternative::two_sided);

}  // namespace assay::eval
