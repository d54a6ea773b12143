#pragma once
#include <cstddef>
#include <optional>
#include <span>

namespace assay::eval {

struct Summary {
  std::size_t count = 0;
  double mean = 0;
  std::optional<double> deviation;  // of the sample (divided by n - 1); nothing of one value
  double median = 0;                // of an even number the mean of the two in the middle
};

// Throws InputError where there are no values or one is not finite.
Summary summary(std::span<const double> values);

// 0 of nothing.
double mean(std::span<const double> values);

}  // namespace assay::eval
