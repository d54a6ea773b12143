#include "eval/ranking.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <vector>

#include "assay/core/error.h"
#include "language/utf8.h"

namespace assay::eval {
namespace {

using Ids = std::set<std::string_view>;

// How many distinct relevant IDs stand among the first k.
std::size_t found_at_k(std::span<const std::string> ranking, const Ids& wanted, std::size_t k) {
  Ids found;
  for (const auto& id : ranking.first(std::min(k, ranking.size())))
    if (wanted.contains(id)) found.insert(id);
  return found.size();
}

double discounted(double gain, std::size_t place) {
  return gain / std::log2(static_cast<double>(place) + 2);
}

}  // namespace

double recall_at_k(std::span<const std::string> ranking, std::span<const std::string> relevant,
                   std::size_t k) {
  const Ids wanted(relevant.begin(), relevant.end());
  if (wanted.empty()) return 0;
  return static_cast<double>(found_at_k(ranking, wanted, k)) / static_cast<double>(wanted.size());
}

double hit_at_k(std::span<const std::string> ranking, std::span<const std::string> relevant,
                std::size_t k) {
  return found_at_k(ranking, Ids(relevant.begin(), relevant.end()), k) > 0 ? 1 : 0;
}

double precision_at_k(std::span<const std::string> ranking, std::span<const std::string> relevant,
                      std::size_t k) {
  if (k == 0) return 0;
  return static_cast<double>(found_at_k(ranking, Ids(relevant.begin(), relevant.end()), k)) /
         static_cast<double>(k);
}

double ndcg_at_k(std::span<const std::string> ranking, std::span<const Judgement> judgements,
                 std::size_t k) {
  std::map<std::string_view, double> gains;
  for (const auto& judgement : judgements) {
    if (!(judgement.gain >= 0) || std::isinf(judgement.gain))
      throw core::InputError("the gain of '" + language::to_utf8(judgement.id) +
                             "' is not 0 or more");
    gains.emplace(judgement.id, judgement.gain);
  }
  std::vector<double> best;
  for (const auto& [id, gain] : gains) best.push_back(gain);
  std::ranges::sort(best, std::greater<>());
  double ideal = 0;
  for (std::size_t i = 0; i < std::min(k, best.size()); ++i) ideal += discounted(best[i], i);
  if (ideal == 0) return 0;
  double gained = 0;
  for (std::size_t i = 0; i < std::min(k, ranking.size()); ++i) {
    const auto found = gains.find(ranking[i]);
    if (found == gains.end()) continue;
    gained += discounted(found->second, i);
    gains.erase(found);
  }
  return gained / ideal;
}

double ndcg_at_k(std::span<const std::string> ranking, std::span<const std::string> relevant,
                 std::size_t k) {
  std::vector<Judgement> judgements;
  for (const auto& id : relevant) judgements.push_back({id, 1});
  return ndcg_at_k(ranking, judgements, k);
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
