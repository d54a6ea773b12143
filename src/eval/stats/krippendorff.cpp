#include "eval/stats/krippendorff.h"

#include <cmath>
#include <map>

#include "assay/core/error.h"
#include "eval/stats/ranks.h"

namespace assay::eval {
namespace {

using core::InputError;
using Items = std::vector<std::vector<double>>;

std::vector<double> all_of(const Items& items) {
  std::vector<double> all;
  for (const auto& item : items) all.insert(all.end(), item.begin(), item.end());
  return all;
}

// Sum over ordered pairs of ratings: 1 for each that differs.
double differing_pairs(const std::vector<double>& ratings) {
  std::map<double, double> counts;
  for (const double rating : ratings) ++counts[rating];
  const auto n = static_cast<double>(ratings.size());
  double equal = 0;
  for (const auto& [rating, count] : counts) equal += count * count;
  return n * n - equal;
}

// Sum over ordered pairs of their squared difference, which is 2n times that from the mean.
double squared_pairs(const std::vector<double>& ratings) {
  const auto n = static_cast<double>(ratings.size());
  double mean = 0;
  for (const double rating : ratings) mean += rating / n;
  double squares = 0;
  for (const double rating : ratings) squares += (rating - mean) * (rating - mean);
  return 2 * n * squares;
}

// The ordinal distance, the ratings between two and half of those at each end, is the difference of
// the ranks that equal ratings share: with these in their place it is an interval.
void put_ranks(Items& items) {
  const auto ranks = ranks_of(all_of(items)).ranks;
  std::size_t next = 0;
  for (auto& item : items)
    for (auto& rating : item) rating = ranks[next++];
}

template <class Pairs>
double alpha(const Items& items, const Pairs& pairs) {
  const auto all = all_of(items);
  const double expected = pairs(all) / static_cast<double>(all.size() - 1);
  double observed = 0;
  for (const auto& item : items) observed += pairs(item) / static_cast<double>(item.size() - 1);
  if (!std::isfinite(expected) || !std::isfinite(observed))
    throw InputError("Krippendorff: the values are too large");
  return 1 - observed / expected;
}

// Asked of the values themselves: from the mean of equal ones they may be a rounding off.
bool all_equal(const Items& items) {
  for (const auto& item : items)
    for (const double rating : item)
      if (rating != items.front().front()) return false;
  return true;
}

}  // namespace

std::optional<double> krippendorff_of_items(Items items, RatingLevel level) {
  for (const auto& item : items) require_numbers(item, "Krippendorff");
  std::erase_if(items, [](const auto& item) { return item.size() < 2; });
  if (all_equal(items)) return std::nullopt;
  if (level == RatingLevel::nominal) return alpha(items, differing_pairs);
  if (level == RatingLevel::ordinal) put_ranks(items);
  return alpha(items, squared_pairs);
}

std::optional<double> krippendorff(const std::vector<std::vector<std::optional<double>>>& ratings,
                                   RatingLevel level) {
  Items items(ratings.empty() ? 0 : ratings.front().size());
  for (const auto& rater : ratings) {
    if (rater.size() != items.size())
      throw InputError("Krippendorff: the raters' rows are of different lengths");
    for (std::size_t i = 0; i < rater.size(); ++i)
      if (rater[i]) items[i].push_back(*rater[i]);
  }
  return krippendorff_of_items(std::move(items), level);
}

}  // namespace assay::eval
