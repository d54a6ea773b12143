#include "eval/score/claim_score.h"

#include <nlohmann/json.hpp>
#include <unordered_map>
#include <unordered_set>

#include "assay/core/error.h"

namespace assay::eval {
namespace {

using core::Json;

template <class T>
void put(Json& json, const char* name, const std::optional<T>& value) {
  if (value) json[name] = *value;
}

template <class T>
void take(const Json& json, const char* name, std::optional<T>& value) {
  if (const auto found = json.find(name); found != json.end() && !found->is_null())
    value = found->get<T>();
}

Answer answer_of(const std::string& name) {
  if (name == "given") return Answer::given;
  return name == "malformed" ? Answer::malformed : Answer::missing;
}

}  // namespace

std::string_view to_string(Answer answer) {
  switch (answer) {
    case Answer::given:
      return "given";
    case Answer::malformed:
      return "malformed";
    case Answer::missing:
      break;
  }
  return "missing";
}

std::vector<ClaimScore> claim_scores(const Dataset& dataset,
                                     std::span<const Prediction> predictions) {
  std::unordered_map<std::string, const Prediction*> by_id;
  for (const auto& prediction : predictions) by_id.emplace(prediction.id, &prediction);
  std::vector<ClaimScore> scores;
  for (const auto& instance : dataset.instances) {
    ClaimScore score;
    score.id = instance.claim.id;
    score.gold = instance.label;
    score.group = instance.group;
    score.date = instance.claim.date;
    if (const auto found = by_id.find(score.id); found != by_id.end()) {
      const auto& prediction = *found->second;
      score.label = prediction.label;
      score.confidence = prediction.confidence;
      if (!prediction.label.empty())
        score.answer = Answer::given;
      else if (prediction.malformed)
        score.answer = Answer::malformed;
    }
    scores.push_back(std::move(score));
  }
  return scores;
}

std::size_t strangers(const Dataset& dataset, std::span<const Prediction> predictions) {
  std::unordered_set<std::string> known;
  for (const auto& instance : dataset.instances) known.insert(instance.claim.id);
  std::size_t count = 0;
  for (const auto& prediction : predictions) count += known.contains(prediction.id) ? 0 : 1;
  return count;
}

Json claim_score_json(const ClaimScore& score) {
  Json json{{"id", score.id},
            {"gold", score.gold},
            {"label", score.label},
            {"answer", std::string(to_string(score.answer))},
            {"right", score.right()}};
  put(json, "confidence", score.confidence);
  if (!score.group.empty()) json["group"] = score.group;
  if (score.date) json["date"] = score.date->to_string();
  if (!score.report.empty()) json["report"] = score.report;
  if (!score.error.empty()) json["error"] = score.error;
  if (score.effort) json["effort"] = effort_json(*score.effort);
  put(json, "question_score", score.question_score);
  put(json, "pair_score", score.pair_score);
  put(json, "depends_on_time", score.depends_on_time);
  for (const auto& [name, value] : score.judged) json["judged"][name] = value;
  return json;
}

ClaimScore claim_score_of(const Json& json) {
  try {
    ClaimScore score;
    score.id = json.at("id").get<std::string>();
    score.gold = json.value("gold", "");
    score.label = json.value("label", "");
    score.answer = answer_of(json.value("answer", ""));
    take(json, "confidence", score.confidence);
    score.group = json.value("group", "");
    if (json.contains("date")) score.date = core::Date::parse(json.at("date").get<std::string>());
    score.report = json.value("report", "");
    score.error = json.value("error", "");
    if (json.contains("effort")) score.effort = effort_of(json.at("effort"));
    take(json, "question_score", score.question_score);
    take(json, "pair_score", score.pair_score);
    take(json, "depends_on_time", score.depends_on_time);
    if (json.contains("judged"))
      for (const auto& [name, value] : json.at("judged").items())
        score.judged[name] = value.get<double>();
    return score;
  } catch (const Json::exception& error) {
    throw core::InputError(std::string("this is no score of a claim: ") + error.what());
  }
}

}  // namespace assay::eval
