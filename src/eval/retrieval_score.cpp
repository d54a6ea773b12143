#include "eval/retrieval_score.h"

#include <array>
#include <nlohmann/json.hpp>

#include "eval/ranking.h"

namespace assay::eval {
namespace {

using core::Json;

constexpr std::array<std::size_t, 6> depths{1, 3, 5, 10, 20, 100};

// What is relevant to one query, as the measures take it.
struct Relevant {
  std::vector<std::string> ids;
  std::vector<Judgement> judgements;
  explicit Relevant(const std::map<std::string, double>& grades) {
    for (const auto& [id, grade] : grades) {
      ids.push_back(id);
      judgements.push_back({id, grade});
    }
  }
};

struct Sums {
  std::array<double, depths.size()> recall{};
  std::array<double, depths.size()> hit{};
  std::array<double, depths.size()> ndcg{};
  double reciprocal = 0;

  void add(const std::vector<std::string>& ranking, const Relevant& relevant) {
    for (std::size_t i = 0; i < depths.size(); ++i) {
      recall[i] += recall_at_k(ranking, relevant.ids, depths[i]);
      hit[i] += hit_at_k(ranking, relevant.ids, depths[i]);
      ndcg[i] += ndcg_at_k(ranking, relevant.judgements, depths[i]);
    }
    reciprocal += reciprocal_rank(ranking, relevant.ids);
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
    if (there) sums.add(found->second, Relevant(grades));
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
