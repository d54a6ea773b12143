#include "eval/ranking.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <set>
#include <string_view>
#include <vector>

#include "assay/core/error.h"
#include "language/utf8.h"

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

bool hit_at_k(std::span<const std::string> ranking, std::span<const std::string> relevant,
              std::size_t k) {
  const auto first = ranking.subspan(0, std::min(k, ranking.size()));
  return std::any_of(first.begin(), first.end(), [&](const std::string& id) {
    return std::find(relevant.begin(), relevant.end(), id) != relevant.end();
  });
}

double precision_at_k(std::span<const std::string> ranking, std::span<const std::string> relevant,
                      std::size_t k) {
  const std::set<std::string_view> wanted(relevant.begin(), relevant.end());
  std::set<std::string_view> found;
  for (const auto& id : ranking.first(std::min(k, ranking.size())))
    if (wanted.contains(id)) found.insert(id);
  return k == 0 ? 0 : static_cast<double>(found.size()) / static_cast<double>(k);
}

double ndcg_at_k(std::span<const std::string> ranking, const std::map<std::string, double>& grades,
                 std::size_t k) {
  const auto discount = [](std::size_t rank) {
    return 1 / std::log2(static_cast<double>(rank) + 2);
  };
  double gain = 0;
  std::set<std::string> seen;
  for (std::size_t rank = 0; rank < std::min(k, ranking.size()); ++rank) {
    const auto found = grades.find(ranking[rank]);
    if (found != grades.end() && seen.insert(ranking[rank]).second)
      gain += found->second * discount(rank);
  }
  std::vector<double> best;
  for (const auto& [id, grade] : grades)
    if (!(grade >= 0) || std::isinf(grade))
      throw core::InputError("the grade of '" + language::to_utf8(id) + "' is not 0 or more");
  for (const auto& [id, grade] : grades) best.push_back(grade);
  std::sort(best.begin(), best.end(), std::greater<>());
  double most = 0;
  for (std::size_t rank = 0; rank < std::min(k, best.size()); ++rank)
    most += best[rank] * discount(rank);
  return most <= 0 ? 0 : gain / most;
}

}  // namespace assay::eval
