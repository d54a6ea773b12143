#include "cli/eval_finish.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "cli/eval_evaluate.h"
#include "cli/output.h"
#include "eval/report/page.h"
#include "eval/report/summary.h"
#include "io/files.h"
#include "report/words.h"

namespace assay::cli {
namespace {

using core::Json;
namespace fs = std::filesystem;

std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string document_of(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void write_results(const RepeatRuns& repeat) {
  std::string lines;
  for (const auto& run : repeat.runs) lines += line_of(eval::claim_run_json(run));
  io::write_file(repeat.folder / "results.jsonl", lines);
}

std::vector<eval::Prediction> predictions_of(const RepeatRuns& repeat) {
  std::vector<eval::Prediction> predictions;
  for (const auto& run : repeat.runs)
    if (!run.failed()) predictions.push_back(run.prediction);
  return predictions;
}

// `checked`: the answers are of checks, whose effort is known.
std::vector<eval::ClaimScore> scores_of(const EvalData& data, const RepeatRuns& repeat,
                                        const std::vector<eval::Prediction>& predictions,
                                        bool checked) {
  auto scores = eval::claim_scores(data.dataset, predictions);
  for (std::size_t i = 0; i < scores.size() && i < repeat.runs.size(); ++i) {
    const auto& run = repeat.runs[i];
    scores[i].error = run.error;
    scores[i].report = run.report;
    if (checked && !run.failed()) scores[i].effort = run.effort;
  }
  return scores;
}

void write_scores(const fs::path& folder, const std::vector<eval::ClaimScore>& claims) {
  std::string lines;
  for (const auto& claim : claims) lines += line_of(eval::claim_score_json(claim));
  io::write_file(folder / "scores.jsonl", lines);
}

void write_reports(const fs::path& folder, const FinishTask& task, const Json& metrics,
                   const std::vector<eval::ClaimScore>& claims) {
  io::write_file(folder / "metrics.json", document_of(metrics));
  write_scores(folder, claims);
  io::write_file(folder / "summary.md", eval::run_summary(task.config, metrics, claims));
  io::write_file(folder / "report.html",
                 eval::run_page(task.config, metrics, task.data.dataset, claims));
}

Evaluated finish_repeat(const FinishTask& task, const RepeatRuns& repeat, Progress& messages) {
  io::make_folder(repeat.folder);
  write_results(repeat);
  auto predictions = predictions_of(repeat);
  task.data.benchmark->write_predictions(repeat.folder, task.data.dataset, predictions);
  auto scores = scores_of(task.data, repeat, predictions, task.desk != nullptr);
  const auto check = task.config.value("check", Json::object());
  ToEvaluate work{task.data, std::move(predictions), std::move(scores),
                  check.value("model", std::string()), repeat.folder / "blobs"};
  auto score = task.score;
  score.no_texts = score.no_texts || task.desk == nullptr;  // a baseline says nothing in words
  auto evaluated = evaluate(std::move(work), score, task.desk, messages);
  evaluated.metrics.update(task.extra);
  write_reports(repeat.folder, task, evaluated.metrics, evaluated.claims);
  return evaluated;
}

// The mean of the numbers that stand at one place in all of them, or their standard deviation.
Json combined(const std::vector<Json>& all, bool deviation) {
  const auto& first = all.front();
  if (first.is_object()) {
    Json json = Json::object();
    for (const auto& [key, value] : first.items()) {
      std::vector<Json> parts;
      for (const auto& one : all) parts.push_back(one.value(key, Json()));
      auto part = combined(parts, deviation);
      if (!part.is_null() && !(deviation && part.is_object() && part.empty()))
        json[key] = std::move(part);
    }
    return json;
  }
  if (!first.is_number()) return deviation ? Json() : first;
  double sum = 0;
  for (const auto& one : all) {
    if (!one.is_number()) return {};
    sum += one.get<double>();
  }
  const double mean = sum / static_cast<double>(all.size());
  if (!deviation) return mean;
  double squares = 0;
  for (const auto& one : all) squares += std::pow(one.get<double>() - mean, 2);
  return std::sqrt(squares / static_cast<double>(all.size() - 1));
}

// The claims of the first repeat stand for all where claims are listed one by one.
Evaluated finish_repeats(const FinishTask& task, Progress& messages) {
  std::vector<Json> all;
  Evaluated first;
  for (const auto& repeat : task.repeats) {
    auto evaluated = finish_repeat(task, repeat, messages);
    all.push_back(evaluated.metrics);
    if (all.size() == 1) first = std::move(evaluated);
  }
  if (all.size() == 1) return first;
  Evaluated sum{combined(all, false), std::move(first.claims)};
  // What is counted by claim can't be a mean: it is that of the first.
  for (const auto* key : {"claims", "with_gold", "per_class", "confusion", "intervals"})
    if (all.front().contains(key)) sum.metrics[key] = all.front().at(key);
  sum.metrics["repeats"] = all.size();
  sum.metrics["deviation"] = combined(all, true);
  for (auto& claim : sum.claims)
    if (!claim.report.empty()) claim.report = "repeat-1/" + claim.report;
  write_reports(task.out, task, sum.metrics, sum.claims);
  return sum;
}

void say_failures(const FinishTask& task, const std::vector<eval::ClaimScore>& claims,
                  Progress& messages) {
  std::size_t failed = 0;
  std::string example;
  for (const auto& claim : claims) {
    if (claim.error.empty()) continue;
    if (failed++ == 0) example = claim.id + ": " + claim.error;
  }
  if (failed > 0)
    messages.message(
        fmt::format("{} failed (first: {}); '{}' lists them, --retry-failed tries again",
                    report::counted(failed, "claim"), example, io::shown(task.out / "summary.md")));
}

}  // namespace

int finish_run(FinishTask task, Printing printing, Progress& messages) {
  const auto evaluated = finish_repeats(task, messages);
  bool failed = false;
  for (const auto& repeat : task.repeats)
    for (const auto& run : repeat.runs) failed = failed || run.failed();
  if (printing == Printing::json) {
    print(line_of(evaluated.metrics));
  } else if (printing == Printing::text) {
    print(eval::run_title(task.config, evaluated.metrics) + "\n" +
          eval::metrics_text(evaluated.metrics) + "The report is " +
          io::shown(task.out / "report.html") + "\n");
  }
  say_failures(task, evaluated.claims, messages);
  flush();
  return failed ? 1 : 0;
}

}  // namespace assay::cli
