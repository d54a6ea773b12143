#include "eval/run/claim_run.h"

#include <nlohmann/json.hpp>

#include "assay/core/error.h"

namespace assay::eval {
namespace {

using core::Json;

Json pair_json(const PredictedPair& pair) {
  Json json{{"question", pair.question}, {"answer", pair.answer}, {"url", pair.url}};
  if (!pair.text.empty()) json["text"] = pair.text;
  if (!pair.images.empty()) json["images"] = pair.images;
  return json;
}

PredictedPair pair_of(const Json& json) {
  PredictedPair pair;
  pair.question = json.value("question", "");
  pair.answer = json.value("answer", "");
  pair.url = json.value("url", "");
  pair.text = json.value("text", "");
  if (json.contains("images")) json.at("images").get_to(pair.images);
  return pair;
}

}  // namespace

Json effort_json(const Effort& effort) {
  Json json{{"seconds", effort.seconds},
            {"turns", effort.turns},
            {"calls", effort.calls},
            {"well_formed", effort.well_formed},
            {"tokens_in", effort.tokens_in},
            {"tokens_out", effort.tokens_out},
            {"model_cost", nullptr},
            {"searches", effort.searches},
            {"search_cost", effort.search_cost}};
  if (effort.model_cost) json["model_cost"] = *effort.model_cost;
  return json;
}

Effort effort_of(const Json& json) {
  Effort effort;
  effort.seconds = json.value("seconds", 0.0);
  effort.turns = json.value("turns", std::size_t{0});
  effort.calls = json.value("calls", std::size_t{0});
  effort.well_formed = json.value("well_formed", std::size_t{0});
  effort.tokens_in = json.value("tokens_in", std::int64_t{0});
  effort.tokens_out = json.value("tokens_out", std::int64_t{0});
  if (json.contains("model_cost") && json.at("model_cost").is_number())
    effort.model_cost = json.at("model_cost").get<double>();
  effort.searches = json.value("searches", std::size_t{0});
  effort.search_cost = json.value("search_cost", 0.0);
  return effort;
}

Json claim_run_json(const ClaimRun& run) {
  Json json{{"claim_id", run.id}};
  if (run.failed()) {
    json["error"] = run.error;
    return json;
  }
  const auto& prediction = run.prediction;
  json["label"] = prediction.label;
  if (prediction.malformed) json["malformed"] = prediction.given;
  json["confidence"] = nullptr;
  if (prediction.confidence) json["confidence"] = *prediction.confidence;
  json["justification"] = prediction.justification;
  json["pairs"] = Json::array();
  for (const auto& pair : prediction.pairs) json["pairs"].push_back(pair_json(pair));
  json["effort"] = effort_json(run.effort);
  json["report"] = run.report;
  json["record"] = run.record;
  return json;
}

ClaimRun claim_run_of(const Json& json) {
  try {
    ClaimRun run;
    run.id = json.at("claim_id").get<std::string>();
    run.error = json.value("error", "");
    auto& prediction = run.prediction;
    prediction.id = run.id;
    prediction.label = json.value("label", "");
    prediction.malformed = json.contains("malformed");
    prediction.given = json.value("malformed", prediction.label);
    if (json.contains("confidence") && json.at("confidence").is_number())
      prediction.confidence = json.at("confidence").get<double>();
    prediction.justification = json.value("justification", "");
    if (json.contains("pairs"))
      for (const auto& pair : json.at("pairs")) prediction.pairs.push_back(pair_of(pair));
    if (json.contains("effort")) run.effort = effort_of(json.at("effort"));
    run.report = json.value("report", "");
    run.record = json.value("record", "");
    return run;
  } catch (const Json::exception& error) {
    throw core::InputError(std::string("this is no result of a claim: ") + error.what());
  }
}

}  // namespace assay::eval
