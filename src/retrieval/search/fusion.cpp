#include "retrieval/search/fusion.h"

#include <algorithm>
#include <map>

namespace assay::retrieval {

void sort_ranked(std::vector<RankedPassage>& passages) {
  std::ranges::sort(passages, [](const RankedPassage& a, const RankedPassage& b) {
    return a.score != b.score ? a.score > b.score : a.id < b.id;
  });
}

std::vector<RankedPassage> fuse(std::span<const std::vector<RankedPassage>> lists, double k) {
  std::map<PassageId, double> scores;
  for (const auto& list : lists)
    for (std::size_t i = 0; i < list.size(); ++i)
      scores[list[i].id] += 1 / (k + static_cast<double>(i + 1));
  std::vector<RankedPassage> fused;
  fused.reserve(scores.size());
  for (const auto& [id, score] : scores) fused.push_back({id, score});
  sort_ranked(fused);
  return fused;
}

std::vector<Picked> pick_diverse(std::span<const double> scores, double weight, std::size_t top,
                                 const std::function<double(std::size_t, std::size_t)>& likeness) {
  if (scores.empty()) return {};
  const auto [least, most] = std::ranges::minmax(scores);
  const double range = most > least ? most - least : 1;
  std::vector<double> nearest(scores.size(), 0);  // to what was picked
  std::vector<bool> taken(scores.size());
  std::vector<Picked> picked;
  while (picked.size() < std::min(top, scores.size())) {
    Picked best{scores.size(), 0};
    for (std::size_t i = 0; i < scores.size(); ++i) {
      if (taken[i]) continue;
      const double value = weight * (scores[i] - least) / range - (1 - weight) * nearest[i];
      if (best.place == scores.size() || value > best.value) best = {i, value};
    }
    taken[best.place] = true;
    for (std::size_t i = 0; i < scores.size(); ++i)
      if (!taken[i]) nearest[i] = std::max(nearest[i], likeness(i, best.place));
    picked.push_back(best);
  }
  return picked;
}

}  // namespace assay::retrieval
