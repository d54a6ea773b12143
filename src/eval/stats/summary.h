#pragma once
#include <span>

namespace assay::eval {

// Of no values, each is 0.
double mean(std::span<const double> values);
// Of a sample (n − 1); 0 of one value.
double standard_deviation(std::span<const double> values);
double median(std::span<const double> values);

}  // namespace assay::eval
