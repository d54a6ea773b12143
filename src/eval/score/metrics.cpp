#include "eval/score/metrics.h"

#include <nlohmann/json.hpp>

namespace assay::eval {
namespace {

void put(core::Json& json, const char* name, core::Json section) {
  if (!section.is_null()) json[name] = std::move(section);
}

// Does the system answer in questions and answers?
bool has_pairs(std::span<const Prediction> predictions) {
  for (const auto& prediction : predictions)
    if (!prediction.pairs.empty()) return true;
  return false;
}

}  // namespace

core::Json metrics(const Benchmark& benchmark, const core::LabelSpace& labels,
                   const Dataset& dataset, std::span<const Prediction> predictions,
                   std::span<ClaimScore> claims, const MetricOptions& options) {
  core::Json json{{"benchmark", std::string(benchmark.name())},
                  {"title", std::string(benchmark.title())},
                  {"label_space", labels.name()}};
  json.update(classification_section(claims, labels, options));
  if (benchmark.scores_verite_pairs()) json["verite"] = verite_section(claims);
  if (options.texts && benchmark.scores_hu_meteor() && has_pairs(predictions))
    json.update(averitec_section(dataset, predictions, claims, options));
  if (options.texts)
    put(json, "justification", justification_section(dataset, predictions, options));
  put(json, "calibration", calibration_section(claims));
  if (options.cutoff) json["cutoff"] = cutoff_section(claims, labels, *options.cutoff);
  put(json, "temporal", temporal_section(claims, labels));
  put(json, "cost", cost_section(claims));
  return json;
}

}  // namespace assay::eval
