#include "eval/report/comparison.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "eval/classification.h"
#include "eval/report/metric_rows.h"
#include "eval/report/summary.h"
#include "eval/stats/bootstrap.h"
#include "eval/stats/mcnemar.h"

namespace assay::eval {
namespace {

using core::Json;

// A claim that two runs have.
struct Both {
  const ClaimScore* a = nullptr;
  const ClaimScore* b = nullptr;
};

std::vector<Both> common_claims(const KeptEvaluation& a, const KeptEvaluation& b) {
  std::unordered_map<std::string, const ClaimScore*> of_b;
  for (const auto& claim : b.claims) of_b.emplace(claim.id, &claim);
  std::vector<Both> both;
  for (const auto& claim : a.claims)
    if (const auto found = of_b.find(claim.id); found != of_b.end())
      both.push_back({&claim, found->second});
  return both;
}

Json difference_json(const PairedDifference& difference) {
  return {{"difference", difference.difference},
          {"interval", {difference.interval.low, difference.interval.high}},
          {"p", difference.p}};
}

Json accuracy_json(const std::vector<Both>& claims, const ComparisonOptions& options) {
  std::vector<double> a;
  std::vector<double> b;
  for (const auto& both : claims) {
    a.push_back(both.a->right() ? 1 : 0);
    b.push_back(both.b->right() ? 1 : 0);
  }
  const auto mean = [](const std::vector<double>& values) {
    double sum = 0;
    for (const auto value : values) sum += value;
    return values.empty() ? 0 : sum / static_cast<double>(values.size());
  };
  auto json = difference_json(paired_bootstrap(b, a, options.resamples, options.seed));
  json["a"] = mean(a);
  json["b"] = mean(b);
  return json;
}

Json mcnemar_json(const std::vector<Both>& claims) {
  std::size_t only_a = 0;
  std::size_t only_b = 0;
  for (const auto& both : claims) {
    only_a += both.a->right() && !both.b->right() ? 1 : 0;
    only_b += both.b->right() && !both.a->right() ? 1 : 0;
  }
  const auto test = mcnemar(only_a, only_b);
  return {{"only_a", only_a},
          {"only_b", only_b},
          {"statistic", test.statistic},
          {"p", test.p},
          {"exact", test.exact}};
}

// Of HU-METEOR over questions and answers, where both have it.
Json evidence_json(const std::vector<Both>& claims, const ComparisonOptions& options) {
  std::vector<double> a;
  std::vector<double> b;
  for (const auto& both : claims) {
    if (!both.a->pair_score || !both.b->pair_score) continue;
    a.push_back(*both.a->pair_score);
    b.push_back(*both.b->pair_score);
  }
  if (a.empty()) return nullptr;
  return difference_json(paired_bootstrap(b, a, options.resamples, options.seed));
}

Json per_class_json(const std::vector<Both>& claims) {
  std::vector<Outcome> a;
  std::vector<Outcome> b;
  for (const auto& both : claims) {
    a.push_back({both.a->gold, both.a->label});
    b.push_back({both.b->gold, both.b->label});
  }
  std::map<std::string, std::pair<LabelScore, LabelScore>> labels;
  for (const auto& score : label_scores(confusion(a))) labels[score.label].first = score;
  for (const auto& score : label_scores(confusion(b))) labels[score.label].second = score;
  Json list = Json::array();
  for (const auto& [label, scores] : labels) {
    const auto& [of_a, of_b] = scores;
    list.push_back({{"label", label},
                    {"gold", std::max(of_a.gold, of_b.gold)},
                    {"recall_a", of_a.recall},
                    {"recall_b", of_b.recall},
                    {"f1_a", of_a.f1},
                    {"f1_b", of_b.f1},
                    {"change", of_b.f1 - of_a.f1}});
  }
  return list;
}

Json disagreements_json(const std::vector<Both>& claims) {
  Json list = Json::array();
  for (const auto& both : claims) {
    if (both.a->label == both.b->label) continue;
    list.push_back({{"id", both.a->id},
                    {"gold", both.a->gold},
                    {"a", both.a->label},
                    {"b", both.b->label},
                    {"report_a", both.a->report},
                    {"report_b", both.b->report}});
  }
  return list;
}

Json pair_json(const KeptEvaluation& a, const KeptEvaluation& b, const ComparisonOptions& options) {
  auto claims = common_claims(a, b);
  Json json{{"a", a.name}, {"b", b.name}};
  json["disagreements"] = disagreements_json(claims);
  std::erase_if(claims, [](const Both& both) {
    return both.a->gold.empty() || both.a->gold != both.b->gold;
  });
  json["claims"] = claims.size();
  if (claims.empty()) return json;
  json["accuracy"] = accuracy_json(claims, options);
  json["mcnemar"] = mcnemar_json(claims);
  if (auto evidence = evidence_json(claims, options); !evidence.is_null())
    json["evidence"] = std::move(evidence);
  json["per_class"] = per_class_json(claims);
  return json;
}

Json metric_table(std::span<const KeptEvaluation> runs) {
  Json list = Json::array();
  for (const auto& definition : metric_definitions()) {
    Json values = Json::array();
    Json texts = Json::array();
    bool any = false;
    for (const auto& run : runs) {
      const auto value = metric_value(run.metrics, definition.pointer);
      any = any || value;
      values.push_back(value ? Json(*value) : Json());
      auto text = value ? metric_text(*value, definition.kind) : std::string();
      if (const auto deviation = metric_value(run.metrics, "/deviation" + definition.pointer))
        text += " ± " + metric_text(*deviation, definition.kind);
      texts.push_back(text);
    }
    if (any)
      list.push_back({{"metric", definition.title},
                      {"pointer", definition.pointer},
                      {"group", definition.group},
                      {"lower_is_better", definition.lower_is_better},
                      {"values", values},
                      {"texts", texts}});
  }
  return list;
}

// What makes numbers of two runs incomparable.
Json notes_json(std::span<const KeptEvaluation> runs) {
  Json notes = Json::array();
  const auto& first = runs.front();
  for (const auto& run : runs) {
    for (const auto* key : {"benchmark", "split", "labels", "faults"})
      if (run.config.value(key, "") != first.config.value(key, ""))
        notes.push_back(run.name + " and " + first.name + " differ in " + key + ": " +
                        run.config.value(key, "") + ", " + first.config.value(key, ""));
    const auto common = common_claims(first, run).size();
    if (common != first.claims.size() || common != run.claims.size())
      notes.push_back(first.name + " has " + std::to_string(first.claims.size()) + " claims, " +
                      run.name + " has " + std::to_string(run.claims.size()) + ", " +
                      std::to_string(common) +
                      " of them in common: the tests are over these alone");
    const auto judge = run.metrics.value("/judge/model"_json_pointer, std::string());
    const auto other = first.metrics.value("/judge/model"_json_pointer, std::string());
    if (!judge.empty() && !other.empty() && judge != other)
      notes.push_back(run.name + " was judged by " + judge + ", " + first.name + " by " + other +
                      ": their scores don't compare");
  }
  return notes;
}

}  // namespace

Json comparison(std::span<const KeptEvaluation> runs, const ComparisonOptions& options) {
  Json json{{"runs", Json::array()}};
  for (const auto& run : runs)
    json["runs"].push_back({{"name", run.name},
                            {"folder", run.folder.string()},
                            {"title", run_title(run.config, run.metrics)},
                            {"claims", run.claims.size()}});
  json["metrics"] = metric_table(runs);
  json["pairs"] = Json::array();
  const std::size_t firsts = options.against_first ? 1 : runs.size();
  for (std::size_t i = 0; i < firsts; ++i)
    for (std::size_t j = i + 1; j < runs.size(); ++j)
      json["pairs"].push_back(pair_json(runs[i], runs[j], options));
  json["notes"] = notes_json(runs);
  return json;
}

}  // namespace assay::eval
