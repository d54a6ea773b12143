#pragma once
#include <span>
#include <vector>

namespace assay::eval {

struct Ranks {
  std::vector<double> ranks;  // from 1, in the order of the values; equal values share their mean
  double tie_sum = 0;         // over groups of t equal values: the sum of t³ - t
};

// The values are finite.
Ranks ranks(std::span<const double> values);

}  // namespace assay::eval
