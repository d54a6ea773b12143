#include "eval/stats/summary.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "eval/stats/values.h"

namespace assay::eval {
namespace {

std::optional<double> deviation(std::span<const double> values, double middle) {
  if (values.size() < 2) return std::nullopt;
  double squares = 0;
  for (const double value : values) squares += (value - middle) * (value - middle);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

double median(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  return std::midpoint(sorted[(sorted.size() - 1) / 2], sorted[sorted.size() / 2]);
}

}  // namespace

double mean(std::span<const double> values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

Summary summary(std::span<const double> values) {
  need_values(values, "summary");
  const double middle = mean(values);
  return {values.size(), middle, deviation(values, middle), median(values)};
}

}  // namespace assay::eval
