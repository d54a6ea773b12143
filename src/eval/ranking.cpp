#include "eval/ranking.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <string_view>

namespace assay::eval {

double recall_at_k(std::span<const std::string> ranking, std::span<const std::string> relevant,
                   std::size_t k) {
  const std::set<std::string_view> wanted(relevant.begin(), relevant.end());
  if (wanted.empty()) return 0;
  std::set<std::string_view> found;
  for (const auto& id : ranking.first(std::min(k, ranking.size())))
    if (wanted.contains(id)) found.insert(id);
  return static_cast<double>(found.size()) / static_cast<double>(wanted.size());
}

double reciprocal_rank(std::span<const std::string> ranking,
                       std::span<const std::string> relevant) {
  const auto first = std::ranges::find_if(ranking, [&](const std::string& id) {
    return std::ranges::find(relevant, id) != relevant.end();
  });
  if (first == ranking.end()) return 0;
  return 1.0 / static_cast<double>(first - ranking.begin() + 1);
}

double mean_reciprocal_rank(std::span<const double> reciprocal_ranks) {
  if (reciprocal_ranks.empty()) return 0;
  return std::accumulate(reciprocal_ranks.begin(), reciprocal_ranks.end(), 0.0) /
         static_cast<double>(reciprocal_ranks.size());
}

}  // namespace assay::eval
