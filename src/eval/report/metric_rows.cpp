#include "eval/report/metric_rows.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "report/call_words.h"
#include "report/words.h"

namespace assay::eval {
namespace {

using enum MetricKind;

std::vector<MetricDefinition> made() {
  std::vector<MetricDefinition> all{
      {"/accuracy", "Accuracy", share, false, "Labels"},
      {"/macro_f1", "Macro F1", share, false, "Labels"},
      {"/weighted_f1", "Weighted F1", share, false, "Labels"},
      {"/micro_f1", "Micro F1", share, false, "Labels"},
      {"/macro_precision", "Macro precision", share, false, "Labels"},
      {"/macro_recall", "Macro recall", share, false, "Labels"},
      {"/well_formed", "Answers that name a label", share, false, "Labels"},
      {"/given_only/accuracy", "Accuracy of these answers", share, false, "Labels"},
      {"/given_only/macro_f1", "Macro F1 of these answers", share, false, "Labels"},
      {"/given_only/weighted_f1", "Weighted F1 of these answers", share, false, "Labels"},
      {"/verite/true_vs_ooc/accuracy", "True vs. out-of-context", share, false, "Labels"},
      {"/verite/true_vs_miscaptioned/accuracy", "True vs. miscaptioned", share, false, "Labels"},
      {"/verite/true_vs_false/accuracy", "True vs. false", share, false, "Labels"},
      {"/hu_meteor_question", "HU-METEOR, questions", score, false, "Evidence"},
      {"/hu_meteor_question_answer", "HU-METEOR, questions and answers", score, false, "Evidence"}};
  for (const auto* threshold : {"0.1", "0.2", "0.25", "0.3", "0.4", "0.5"})
    all.push_back({std::string("/averitec_score/") + threshold,
                   std::string("AVeriTeC score @ ") + threshold, score, false, "Evidence"});
  const std::vector<MetricDefinition> rest{
      {"/judge/ev2r_recall/mean", "Ev2R recall (by a model)", score, false, "Evidence"},
      {"/judge/ev2r_precision/mean", "Ev2R precision (by a model)", score, false, "Evidence"},
      {"/judge/ev2r_f1/mean", "Ev2R F1 (by a model)", score, false, "Evidence"},
      {"/judge/q_eval/mean", "Q-Eval (by a model)", score, false, "Evidence"},
      {"/judge/evid_eval/mean", "Evid-Eval (by a model)", score, false, "Evidence"},
      {"/judge/veracity/mean", "Veracity, λ = 0", score, false, "Evidence"},
      {"/judge/veracity_at_lambda/mean", "Veracity at λ", score, false, "Evidence"},
      {"/judge/justification/mean", "Justification, λ = 0 (by a model)", score, false,
       "Justification"},
      {"/judge/justification_at_lambda/mean", "Justification at λ (by a model)", score, false,
       "Justification"},
      {"/justification/rouge1", "ROUGE-1", score, false, "Justification"},
      {"/justification/rouge2", "ROUGE-2", score, false, "Justification"},
      {"/justification/rougeL", "ROUGE-L", score, false, "Justification"},
      {"/justification/bleu", "BLEU", score, false, "Justification"},
      {"/justification/meteor", "METEOR", score, false, "Justification"},
      {"/justification/bertscore/f1", "BERTScore F1", score, false, "Justification"},
      {"/calibration/ece", "ECE", score, true, "Calibration"},
      {"/calibration/brier", "Brier score", score, true, "Calibration"},
      {"/calibration/aurc", "Area under the risk–coverage curve", score, true, "Calibration"},
      {"/cost/seconds", "Time a claim", seconds, true, "Cost"},
      {"/cost/model_cents", "Models, a claim", cents, true, "Cost"},
      {"/cost/search_cents", "Searches, a claim", cents, true, "Cost"},
      {"/cost/searches", "Searches a claim", number, true, "Cost"},
      {"/cost/calls", "Calls of models a claim", number, true, "Cost"},
      {"/cost/tokens_in", "Tokens in, a claim", number, true, "Cost"},
      {"/cost/tokens_out", "Tokens out, a claim", number, true, "Cost"},
      {"/cost/well_formed_calls", "Well-formed answers of models", share, false, "Cost"}};
  all.insert(all.end(), rest.begin(), rest.end());
  return all;
}

std::string number_text(double value) {
  if (std::abs(value) < 100) return fmt::format("{:.1f}", value);
  return report::grouped(static_cast<std::int64_t>(std::llround(value)));
}

}  // namespace

const std::vector<MetricDefinition>& metric_definitions() {
  static const std::vector<MetricDefinition> all = made();
  return all;
}

std::optional<double> metric_value(const core::Json& metrics, const std::string& pointer) {
  const core::Json::json_pointer place(pointer);
  if (!metrics.contains(place)) return std::nullopt;
  const auto& value = metrics.at(place);
  if (!value.is_number()) return std::nullopt;
  return value.get<double>();
}

std::string metric_text(double value, MetricKind kind) {
  switch (kind) {
    case share:
      return fmt::format("{:.1f} %", 100 * value);
    case score:
      return fmt::format("{:.3f}", value);
    case cents:
      return fmt::format("{:.3g} ¢", value);
    case seconds:
      return report::duration(value);
    case number:
      break;
  }
  return number_text(value);
}

std::vector<MetricRow> metric_rows(const core::Json& metrics) {
  std::vector<MetricRow> rows;
  for (const auto& definition : metric_definitions()) {
    const auto value = metric_value(metrics, definition.pointer);
    if (!value) continue;
    MetricRow row{&definition, *value, metric_value(metrics, "/deviation" + definition.pointer),
                  metric_text(*value, definition.kind)};
    if (row.deviation) row.text += " ± " + metric_text(*row.deviation, definition.kind);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace assay::eval
