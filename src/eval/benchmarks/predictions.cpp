#include "eval/benchmarks/predictions.h"

#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>

#include "assay/core/error.h"
#include "eval/benchmarks/files.h"
#include "io/files.h"
#include "language/json_input.h"

namespace assay::eval {
namespace {

using core::InputError;
using core::Json;
using language::text_field;

std::string first_text(const Json& object, std::initializer_list<const char*> keys) {
  for (const auto* key : keys)
    if (auto text = text_field(object, key); !text.empty()) return text;
  return {};
}

PredictedPair pair_of(const Json& json) {
  if (!json.is_object()) throw InputError("a pair is not a JSON object");
  PredictedPair pair;
  pair.question = text_field(json, "question");
  pair.answer = first_text(json, {"answer", "text"});
  pair.url = text_field(json, "url");
  pair.text = first_text(json, {"scraped_text", "text"});
  pair.images = language::texts_field(json, "images");
  return pair;
}

void take_pairs(const Json& object, Prediction& prediction) {
  const auto* list = language::list_field(object, "pairs");
  if (list == nullptr) list = language::list_field(object, "evidence");
  if (list == nullptr) return;
  for (const auto& pair : *list) prediction.pairs.push_back(pair_of(pair));
}

std::optional<double> confidence_of(const Json& object) {
  const auto confidence = language::number_field(object, "confidence");
  if (confidence && !(*confidence >= 0 && *confidence <= 1))
    throw InputError("`confidence` is not from 0 to 1");
  return confidence;
}

Json pair_json(const PredictedPair& pair) {
  Json json{{"question", pair.question}, {"answer", pair.answer}, {"url", pair.url}};
  if (!pair.text.empty()) json["text"] = pair.text;
  if (!pair.images.empty()) json["images"] = pair.images;
  return json;
}

}  // namespace

void set_label(const core::LabelSpace& labels, std::string given, Prediction& prediction) {
  const auto* label = matching_label(labels, given);
  if (label != nullptr) prediction.label = label->name;
  prediction.malformed = label == nullptr && !given.empty();
  prediction.given = std::move(given);
}

void PredictionList::add(Prediction prediction) {
  if (prediction.id.empty()) throw InputError("there is no id");
  if (!ids_.insert(prediction.id).second)
    throw InputError("the id '" + prediction.id + "' comes twice");
  predictions_.push_back(std::move(prediction));
}

std::optional<Prediction> own_prediction(const Json& object, const core::LabelSpace& labels) {
  Prediction prediction;
  prediction.id = language::id_field(object, "id");
  if (prediction.id.empty()) prediction.id = language::id_field(object, "claim_id");
  if (prediction.id.empty()) throw InputError("neither `id` nor `claim_id` is there");
  if (!text_field(object, "error").empty()) return std::nullopt;
  if (auto malformed = text_field(object, "malformed"); !malformed.empty()) {
    prediction.malformed = true;
    prediction.given = std::move(malformed);
  } else {
    set_label(labels, first_text(object, {"label", "pred_label", "verdict"}), prediction);
  }
  prediction.confidence = confidence_of(object);
  prediction.justification = text_field(object, "justification");
  take_pairs(object, prediction);
  return prediction;
}

std::vector<Prediction> read_own_predictions(const std::filesystem::path& file,
                                             const core::LabelSpace& labels) {
  PredictionList list;
  each_item(file, [&](const Json& object, std::size_t) {
    if (auto prediction = own_prediction(object, labels)) list.add(std::move(*prediction));
  });
  return list.take();
}

std::filesystem::path write_own_predictions(const std::filesystem::path& folder,
                                            const Dataset& dataset,
                                            std::span<const Prediction> predictions) {
  std::string lines;
  each_answered(dataset, predictions, [&](const Instance& instance, const Prediction& one) {
    Json json{{"id", Json::parse(instance.id_json)}, {"label", one.label}};
    if (one.malformed) json["malformed"] = one.given;
    json["confidence"] = one.confidence ? Json(*one.confidence) : Json();
    json["justification"] = one.justification;
    json["pairs"] = Json::array();
    for (const auto& pair : one.pairs) json["pairs"].push_back(pair_json(pair));
    lines += json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  });
  auto path = folder / "predictions.jsonl";
  io::write_file(path, lines);
  return path;
}

void each_answered(const Dataset& dataset, std::span<const Prediction> predictions,
                   const std::function<void(const Instance&, const Prediction&)>& each) {
  std::unordered_map<std::string, const Prediction*> by_id;
  for (const auto& prediction : predictions) by_id.emplace(prediction.id, &prediction);
  for (const auto& instance : dataset.instances)
    if (const auto found = by_id.find(instance.claim.id); found != by_id.end())
      each(instance, *found->second);
}

}  // namespace assay::eval
