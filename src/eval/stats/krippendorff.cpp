#include "eval/stats/krippendorff.h"

#include <cmath>
#include <map>

#include "assay/core/error.h"
#include "eval/stats/ranks.h"

namespace assay::eval {
namespace {

using Units = std::vector<std::vector<double>>;

Units pairable(std::span<const std::vector<double>> units) {
  Units kept;
  for (const auto& unit : units) {
    for (const double value : unit)
      if (!std::isfinite(value))
        throw core::InputError("Krippendorff's alpha: a value is not a finite number");
    if (unit.size() > 1) kept.push_back(unit);
  }
  return kept;
}

std::vector<double> all_of(const Units& units) {
  std::vector<double> all;
  for (const auto& unit : units) all.insert(all.end(), unit.begin(), unit.end());
  return all;
}

// Sum over ordered pairs of values that differ: 1 for each.
double nominal_pairs(const std::vector<double>& values) {
  std::map<double, double> counts;
  for (const double value : values) ++counts[value];
  const auto n = static_cast<double>(values.size());
  double equal = 0;
  for (const auto& [value, count] : counts) equal += count * count;
  return n * n - equal;
}

// Sum over ordered pairs of their squared difference, which is 2n times that from the mean.
double squared_pairs(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  double mean = 0;
  for (const double value : values) mean += value / n;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return 2 * n * squares;
}

// The ordinal distance, the values between two and half of those at each end, is the difference of
// the ranks that equal values share: in their place it is an interval.
void put_ranks(Units& units) {
  const auto ranked = ranks(all_of(units)).ranks;
  std::size_t next = 0;
  for (auto& unit : units)
    for (auto& value : unit) value = ranked[next++];
}

template <class Pairs>
std::optional<double> alpha(const Units& units, const Pairs& pairs) {
  const auto all = all_of(units);
  if (all.empty()) return std::nullopt;
  const double expected = pairs(all) / static_cast<double>(all.size() - 1);
  double observed = 0;
  for (const auto& unit : units) observed += pairs(unit) / static_cast<double>(unit.size() - 1);
  if (!std::isfinite(expected) || !std::isfinite(observed))
    throw core::InputError("Krippendorff's alpha: the values are too large");
  return 1 - observed / expected;
}

bool all_equal(const Units& units) {
  for (const auto& unit : units)
    for (const double value : unit)
      if (value != units.front().front()) return false;
  return true;
}

}  // namespace

std::optional<double> krippendorff_alpha(std::span<const std::vector<double>> units, Level level) {
  auto kept = pairable(units);
  // Asked of the values themselves: a mean of equal ones may be a rounding off.
  if (all_equal(kept)) return std::nullopt;
  if (level == Level::nominal) return alpha(kept, nominal_pairs);
  if (level == Level::ordinal) put_ranks(kept);
  return alpha(kept, squared_pairs);
}

}  // namespace assay::eval
