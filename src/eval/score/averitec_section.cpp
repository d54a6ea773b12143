#include <charconv>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "eval/benchmarks/averitec_pairs.h"
#include "eval/score/metrics.h"
#include "eval/text/hu_meteor.h"

namespace assay::eval {
namespace {

// `0.25`.
std::string threshold_name(double threshold) {
  char text[16];
  const auto written = std::to_chars(text, text + sizeof text, threshold);
  return {text, written.ptr};
}

}  // namespace

core::Json averitec_section(const Dataset& dataset, std::span<const Prediction> predictions,
                            std::span<ClaimScore> claims, const MetricOptions& options) {
  std::unordered_map<std::string, const Prediction*> by_id;
  for (const auto& prediction : predictions) by_id.emplace(prediction.id, &prediction);
  const WordNet wordnet(options.wordnet.empty() ? WordNet::default_folder() : options.wordnet);
  HuMeteor scorer(wordnet);
  std::vector<AveritecOutcome> outcomes;
  double questions = 0;
  double pairs = 0;
  for (std::size_t i = 0; i < dataset.instances.size(); ++i) {
    const auto& instance = dataset.instances[i];
    if (instance.questions.empty()) continue;
    EvidenceStrings strings;
    strings.gold_questions = question_strings(instance);
    strings.gold = pair_strings(instance);
    if (const auto found = by_id.find(instance.claim.id); found != by_id.end()) {
      strings.predicted_questions = question_strings(*found->second);
      strings.predicted = pair_strings(*found->second);
    }
    const auto score = scorer.score(strings);
    claims[i].question_score = score.questions;
    claims[i].pair_score = score.question_answers;
    questions += score.questions;
    pairs += score.question_answers;
    outcomes.push_back({score.question_answers, claims[i].right()});
  }
  if (outcomes.empty()) return core::Json::object();
  const auto count = static_cast<double>(outcomes.size());
  core::Json json{{"hu_meteor_question", questions / count},
                  {"hu_meteor_question_answer", pairs / count}};
  for (const auto threshold : averitec_thresholds)
    json["averitec_score"][threshold_name(threshold)] = averitec_score(outcomes, threshold);
  return json;
}

}  // namespace assay::eval
