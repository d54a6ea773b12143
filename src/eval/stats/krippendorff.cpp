#include "eval/stats/krippendorff.h"

#include <cmath>
#include <cstddef>
#include <map>

#include "assay/core/error.h"

namespace assay::eval {
namespace {

using Ratings = std::vector<std::vector<std::optional<double>>>;

// How often each value was given in all, and how often two values stand beside each other in an
// item, each item weighing as much as it has ratings.
struct Coincidences {
  std::map<double, double> totals;
  std::map<std::pair<double, double>, double> pairs;
  double all = 0;
};

Coincidences coincidences_of(const Ratings& ratings, std::size_t items) {
  Coincidences result;
  for (std::size_t item = 0; item < items; ++item) {
    std::map<double, double> counts;
    double given = 0;
    for (const auto& rater : ratings)
      if (rater[item]) {
        ++counts[*rater[item]];
        ++given;
      }
    if (given < 2) continue;
    for (const auto& [a, of_a] : counts)
      for (const auto& [b, of_b] : counts)
        result.pairs[{a, b}] += of_a * (a == b ? of_b - 1 : of_b) / (given - 1);
    for (const auto& [value, count] : counts) result.totals[value] += count;
    result.all += given;
  }
  return result;
}

// The squared distance of two values.
double distance(double a, double b, RatingLevel level, const std::map<double, double>& totals) {
  if (a == b) return 0;
  if (level == RatingLevel::nominal) return 1;
  if (level == RatingLevel::interval) return (a - b) * (a - b);
  // Ordinal: how many ratings lie from one to the other, half of those at the ends.
  const auto low = totals.find(std::min(a, b));
  const auto high = totals.find(std::max(a, b));
  double between = (low->second + high->second) / 2;
  for (auto it = std::next(low); it != high; ++it) between += it->second;
  return between * between;
}

}  // namespace

std::optional<double> krippendorff(const Ratings& ratings, RatingLevel level) {
  const auto items = ratings.empty() ? 0 : ratings.front().size();
  for (const auto& rater : ratings) {
    if (rater.size() != items) throw core::InputError("Krippendorff: a rater has more items");
    for (const auto& value : rater)
      if (value && !std::isfinite(*value))
        throw core::InputError("Krippendorff: a value is no finite number");
  }
  const auto found = coincidences_of(ratings, items);
  if (found.totals.size() < 2) return std::nullopt;
  double observed = 0;
  for (const auto& [values, count] : found.pairs)
    observed += count * distance(values.first, values.second, level, found.totals);
  double expected = 0;
  for (const auto& [a, of_a] : found.totals)
    for (const auto& [b, of_b] : found.totals)
      expected += of_a * of_b * distance(a, b, level, found.totals);
  return 1 - (found.all - 1) * observed / expected;
}

}  // namespace assay::eval
