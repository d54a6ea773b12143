#include "eval/retrieval_score.h"

#include <array>
#include <nlohmann/json.hpp>

#include "eval/ranking.h"

namespace assay::eval {
namespace {

using core::Json;

constexpr std::array<std::size_t, 6> depths{1, 3, 5, 10, 20, 100};

std::vector<std::string> ids_of(const std::map<std::string, double>& grades) {
  std::vector<std::string> ids;
  for (const auto& [id, grade] : grades) ids.push_back(id);
  return ids;
}

struct Sums {
  std::array<double, depths.size()> recall{};
  std::array<double, depths.size()> hit{};
  std::array<double, depths.size()> ndcg{};
  double reciprocal = 0;

  void add(const std::vector<std::string>& ranking, const std::map<std::string, double>& grades) {
    const auto relevant = ids_of(grades);
    for (std::size_t i = 0; i < depths.size(); ++i) {
      recall[i] += recall_at_k(ranking, relevant, depths[i]);
      hit[i] += hit_at_k(ranking, relevant, depths[i]) ? 1 : 0;
      ndcg[i] += ndcg_at_k(ranking, grades, depths[i]);
    }
    reciprocal += reciprocal_rank(ranking, relevant);
  }
};

Json means_json(const std::array<double, depths.size()>& sums, std::size_t queries) {
  Json json = Json::object();
  for (std::size_t i = 0; i < depths.size(); ++i)
    json[std::to_string(depths[i])] = sums[i] / static_cast<double>(queries);
  return json;
}

}  // namespace

Json retrieval_metrics(const Rankings& rankings, const Judgements& judgements) {
  Sums sums;
  std::size_t queries = 0;
  std::size_t unranked = 0;
  std::size_t ranked = 0;
  for (const auto& [query, grades] : judgements) {
    const auto found = rankings.find(query);
    const bool there = found != rankings.end();
    ranked += there ? 1 : 0;
    if (grades.empty()) continue;
    ++queries;
    unranked += there ? 0 : 1;
    if (there) sums.add(found->second, grades);
  }
  Json json{{"queries", queries}, {"unranked", unranked}, {"unjudged", rankings.size() - ranked}};
  if (queries == 0) return json;
  json["recall_at"] = means_json(sums.recall, queries);
  json["hit_at"] = means_json(sums.hit, queries);
  json["ndcg_at"] = means_json(sums.ndcg, queries);
  json["mrr"] = sums.reciprocal / static_cast<double>(queries);
  return json;
}

}  // namespace assay::eval
