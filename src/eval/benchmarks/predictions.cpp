#include "eval/benchmarks/predictions.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "assay/core/error.h"
#include "eval/benchmarks/fields.h"
#include "eval/benchmarks/json_rows.h"
#include "io/files.h"
#include "language/lines.h"

namespace assay::eval {
namespace {

using core::InputError;
using core::Json;

std::optional<double> confidence_of(const Json& object) {
  const auto* value = field_of(object, {"confidence"});
  if (value == nullptr) return std::nullopt;
  if (!value->is_number()) throw InputError("`confidence` is not a number");
  const auto confidence = value->get<double>();
  if (!(confidence >= 0 && confidence <= 1))
    throw InputError("`confidence` is not between 0 and 1");
  return confidence;
}

// What the model gave for a label may be anything.
std::string label_text(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

void read_label(const Json& object, const LabelReader& labels, Prediction& prediction) {
  if (const auto* label = field_of(object, {"label", "pred_label"}))
    return set_label(prediction, label_text(*label), labels);
  const auto* verdict = field_of(object, {"verdict"});
  if (verdict == nullptr) return;
  set_label(prediction, label_text(*verdict), labels);
  const auto canonical = core::verdict_from_string(prediction.given);
  if (!prediction.malformed || !canonical) return;
  const auto* label = labels.space().for_verdict(*canonical);
  if (label == nullptr) return;
  prediction.label = label->name;
  prediction.malformed = false;
}

PredictedPair pair_of(const Json& item) {
  if (item.is_string()) return {{}, item.get<std::string>(), {}, {}, {}};
  if (!item.is_object()) throw InputError("an item of `evidence` is not an object");
  PredictedPair pair;
  pair.question = text_of(item, {"question"});
  pair.url = text_of(item, {"url", "source_url"});
  pair.images = texts_of(item, {"images"});
  pair.answer = text_of(item, {"answer"});
  auto text = text_of(item, {"scraped_text", "text"});
  if (field_of(item, {"answer"}) == nullptr)
    pair.answer = std::move(text);
  else
    pair.text = std::move(text);
  return pair;
}

std::vector<PredictedPair> pairs_of(const Json& object) {
  std::vector<PredictedPair> pairs;
  const auto* list = list_of(object, {"pairs", "evidence"});
  if (list != nullptr)
    for (const auto& item : *list) pairs.push_back(pair_of(item));
  const auto questions = texts_of(object, {"questions"});
  if (pairs.size() < questions.size()) pairs.resize(questions.size());
  for (std::size_t i = 0; i < questions.size(); ++i)
    if (pairs[i].question.empty()) pairs[i].question = questions[i];
  return pairs;
}

Prediction prediction_of(const Json& object, const LabelReader& labels) {
  Prediction prediction;
  const auto id = id_of(object, {"id", "claim_id"});
  if (!id) throw InputError("neither `id` nor `claim_id`");
  prediction.id = id->text;
  read_label(object, labels, prediction);
  prediction.confidence = confidence_of(object);
  prediction.justification = text_of(object, {"justification"});
  prediction.pairs = pairs_of(object);
  return prediction;
}

Json pair_json(const PredictedPair& pair) {
  Json json{{"question", pair.question}, {"answer", pair.answer}, {"url", pair.url}};
  if (!pair.text.empty()) json["text"] = pair.text;
  if (!pair.images.empty()) json["images"] = pair.images;
  return json;
}

Json prediction_json(const Instance& instance, const Prediction& prediction) {
  Json json{{"id", Json::parse(instance.id_json)}};
  const auto& label = written_label(prediction);
  json["label"] = label.empty() ? Json(nullptr) : Json(label);
  if (prediction.confidence) json["confidence"] = *prediction.confidence;
  json["justification"] = prediction.justification;
  json["pairs"] = Json::array();
  for (const auto& pair : prediction.pairs) json["pairs"].push_back(pair_json(pair));
  return json;
}

}  // namespace

void PredictionList::add(Prediction prediction, const std::string& place) {
  const auto [earlier, fresh] = places_.emplace(prediction.id, place);
  if (!fresh)
    throw InputError(
        fmt::format("the id '{}' is that of {} too", io::shown(prediction.id), earlier->second));
  predictions_.push_back(std::move(prediction));
}

std::vector<Prediction> PredictionList::take() {
  if (predictions_.empty())
    throw InputError(fmt::format("'{}' holds no prediction", io::shown(file_)));
  return std::move(predictions_);
}

void set_label(Prediction& prediction, std::string_view given, const LabelReader& labels) {
  prediction.given = given;
  if (language::is_blank(given)) return;
  const auto label = labels.read(given);
  prediction.malformed = !label;
  prediction.label = label.value_or("");
}

std::vector<Prediction> read_json_predictions(std::string_view bytes,
                                              const std::filesystem::path& file,
                                              const LabelReader& labels) {
  PredictionList list(file);
  read_rows(bytes, file, [&](const JsonRow& row) {
    try {
      list.add(prediction_of(row.object, labels), row.place);
    } catch (const InputError& error) {
      throw InputError(row.place + ": " + error.what());
    }
  });
  return list.take();
}

Answered answered(const Dataset& dataset, std::span<const Prediction> predictions) {
  std::unordered_map<std::string_view, const Prediction*> by_id;
  for (const auto& prediction : predictions) by_id.emplace(prediction.id, &prediction);
  Answered answered;
  for (const auto& instance : dataset.instances) {
    const auto it = by_id.find(instance.claim.id);
    if (it != by_id.end()) answered.emplace_back(&instance, it->second);
  }
  return answered;
}

const std::string& written_label(const Prediction& prediction) {
  return prediction.label.empty() ? prediction.given : prediction.label;
}

std::filesystem::path write_prediction_lines(const std::filesystem::path& folder,
                                             const Dataset& dataset,
                                             std::span<const Prediction> predictions) {
  std::string lines;
  for (const auto& [instance, prediction] : answered(dataset, predictions))
    lines += prediction_json(*instance, *prediction)
                 .dump(-1, ' ', false, Json::error_handler_t::replace) +
             "\n";
  io::make_folder(folder);
  auto path = folder / "predictions.jsonl";
  io::write_file(path, lines);
  return path;
}

}  // namespace assay::eval
