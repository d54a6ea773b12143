#include <nlohmann/json.hpp>
#include <unordered_map>

#include "eval/score/metrics.h"
#include "eval/text/bleu.h"
#include "eval/text/meteor.h"
#include "eval/text/rouge.h"
#include "eval/text/word_tokens.h"

namespace assay::eval {

core::Json justification_section(const Dataset& dataset, std::span<const Prediction> predictions,
                                 const MetricOptions& options) {
  std::unordered_map<std::string, const Prediction*> by_id;
  bool any = false;
  for (const auto& prediction : predictions) {
    by_id.emplace(prediction.id, &prediction);
    any = any || !prediction.justification.empty();
  }
  if (!any) return nullptr;
  const WordNet wordnet(options.wordnet.empty() ? WordNet::default_folder() : options.wordnet);
  Meteor meteor(wordnet);
  std::vector<BleuPair> pairs;
  double rouge1 = 0;
  double rouge2 = 0;
  double rouge_l = 0;
  double meteor_sum = 0;
  for (const auto& instance : dataset.instances) {
    if (instance.justification.empty()) continue;
    const auto found = by_id.find(instance.claim.id);
    const std::string given = found == by_id.end() ? "" : found->second->justification;
    const auto scores = rouge(instance.justification, given);
    rouge1 += scores.rouge1.f1;
    rouge2 += scores.rouge2.f1;
    rouge_l += scores.rouge_l.f1;
    const auto gold_tokens = word_tokens(instance.justification);
    const auto given_tokens = word_tokens(given);
    meteor_sum += meteor.score(meteor.prepare(gold_tokens), meteor.prepare(given_tokens));
    pairs.push_back({{gold_tokens}, given_tokens});
  }
  if (pairs.empty()) return nullptr;
  const auto count = static_cast<double>(pairs.size());
  return {{"claims", pairs.size()},     {"rouge1", rouge1 / count},
          {"rouge2", rouge2 / count},   {"rougeL", rouge_l / count},
          {"bleu", corpus_bleu(pairs)}, {"meteor", meteor_sum / count}};
}

}  // namespace assay::eval
