#include "eval/baselines/threshold.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace assay::eval {
namespace {

std::vector<Similarity> sorted_counting(std::span<const Similarity> items) {
  std::vector<Similarity> sorted;
  for (const auto& item : items)
    if (item.counts) sorted.push_back(item);
  std::sort(sorted.begin(), sorted.end(),
            [](const Similarity& a, const Similarity& b) { return a.value < b.value; });
  return sorted;
}

}  // namespace

double best_threshold(std::span<const Similarity> items) {
  const auto sorted = sorted_counting(items);
  if (sorted.empty()) return 0;
  // Below all of them, every item is called positive.
  auto right = static_cast<std::size_t>(
      std::count_if(sorted.begin(), sorted.end(), [](const auto& one) { return one.positive; }));
  double threshold = std::nextafter(sorted.front().value, -std::numeric_limits<double>::max());
  auto best = right;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    right = sorted[i].positive ? right - 1 : right + 1;
    const bool last = i + 1 == sorted.size();
    if (!last && sorted[i + 1].value == sorted[i].value) continue;  // no threshold lies between
    if (right <= best) continue;
    best = right;
    threshold = last ? std::nextafter(sorted[i].value, std::numeric_limits<double>::max())
                     : (sorted[i].value + sorted[i + 1].value) / 2;
  }
  return threshold;
}

CrossValidated cross_validated(std::span<const Similarity> items, std::size_t folds) {
  CrossValidated result;
  std::map<std::string, std::size_t> fold_of;
  std::size_t next = 0;
  for (const auto& item : items) {
    if (item.group.empty()) {
      result.fold.push_back(next++ % folds);
      continue;
    }
    const auto [known, fresh] = fold_of.emplace(item.group, next % folds);
    if (fresh) ++next;
    result.fold.push_back(known->second);
  }
  for (std::size_t fold = 0; fold < folds; ++fold) {
    std::vector<Similarity> others;
    for (std::size_t i = 0; i < items.size(); ++i)
      if (result.fold[i] != fold) others.push_back(items[i]);
    result.thresholds.push_back(best_threshold(others));
  }
  return result;
}

double cosine(std::span<const float> a, std::span<const float> b) {
  double product = 0;
  double of_a = 0;
  double of_b = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    product += static_cast<double>(a[i]) * b[i];
    of_a += static_cast<double>(a[i]) * a[i];
    of_b += static_cast<double>(b[i]) * b[i];
  }
  return of_a == 0 || of_b == 0 ? 0 : product / std::sqrt(of_a * of_b);
}

}  // namespace assay::eval
