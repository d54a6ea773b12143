#pragma once
#include <cstddef>
#include <span>
#include <vector>

namespace assay::eval {

// Ranks from 1, equal values getting the mean of theirs, and what is subtracted for ties: the sum
// of t³ − t over groups of t equal values.
struct Ranks {
  std::vector<double> ranks;  // of each value, in the order given
  double ties = 0;
};
Ranks ranks_of(std::span<const double> values);

// Throws InputError, which names `what`, for a value that is no finite number.
void require_numbers(std::span<const double> values, const char* what);

// The share of a standard normal distribution above z.
double normal_tail(double z);

}  // namespace assay::eval
