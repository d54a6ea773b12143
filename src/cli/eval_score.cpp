#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <utility>

#include "assay/core/error.h"
#include "cli/check_desk.h"
#include "cli/eval_commands.h"
#include "cli/eval_data.h"
#include "cli/eval_evaluate.h"
#include "cli/eval_score_flags.h"
#include "cli/output.h"
#include "eval/extraction_score.h"
#include "eval/report/page.h"
#include "eval/report/summary.h"
#include "eval/retrieval_score.h"
#include "io/files.h"
#include "report/words.h"

namespace assay::cli {
namespace {

using core::Json;
namespace fs = std::filesystem;

struct EvalScoreArguments {
  EvalDataFlags data;
  std::string predictions;
  ScoreFlags score;
  std::string config;
  bool no_cache = false;
  std::string out;
  bool json = false;
};

std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

// A desk whose models judge; nothing is checked.
std::unique_ptr<CheckDesk> judges(const EvalScoreArguments& arguments, Progress& messages) {
  const bool asks = arguments.score.asks_models() || arguments.score.cutoff == "model";
  if (!asks) return nullptr;
  CheckFlags flags;
  flags.config = arguments.config;
  flags.no_cache = arguments.no_cache;
  flags.model = "embedded";
  return std::make_unique<CheckDesk>(flags, CheckDesk::Needs{.no_web = true}, messages);
}

Json config_of(const EvalScoreArguments& arguments, const EvalData& data) {
  return {{"benchmark", std::string(data.benchmark->name())},
          {"split", data.split},
          {"labels", data.labels.name()},
          {"faults", arguments.data.faults},
          {"predictions", arguments.predictions},
          {"references", arguments.data.data}};
}

void write_out(const fs::path& folder, const Json& config, const EvalData& data,
               const Evaluated& evaluated) {
  io::make_folder(folder);
  std::string lines;
  for (const auto& claim : evaluated.claims) lines += line_of(eval::claim_score_json(claim));
  io::write_file(folder / "scores.jsonl", lines);
  io::write_file(folder / "config.json",
                 config.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  io::write_file(folder / "summary.md",
                 eval::run_summary(config, evaluated.metrics, evaluated.claims));
  io::write_file(folder / "report.html",
                 eval::run_page(config, evaluated.metrics, data.dataset, evaluated.claims));
  io::write_file(folder / "metrics.json",
                 evaluated.metrics.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

int score_benchmark(const EvalScoreArguments& arguments, Progress& messages) {
  const auto data = load_eval_data(arguments.data, messages);
  auto predictions = data.benchmark->read_predictions(arguments.predictions, arguments.data.labels);
  if (const auto others = eval::strangers(data.dataset, predictions); others > 0)
    messages.message(report::counted(others, "prediction") +
                     " of claims that the references do not have: they count for nothing");
  auto claims = eval::claim_scores(data.dataset, predictions);
  std::unique_ptr<io::TemporaryFolder> notes;
  ToEvaluate task{data, std::move(predictions), std::move(claims), "", {}};
  if (arguments.score.asks_models()) {
    notes = std::make_unique<io::TemporaryFolder>(fs::temp_directory_path() / "assay-judge");
    task.notes = notes->path();
  }
  const auto desk = judges(arguments, messages);
  const auto evaluated = evaluate(std::move(task), arguments.score, desk.get(), messages);
  if (!arguments.out.empty()) write_out(arguments.out, config_of(arguments, data), data, evaluated);
  print(arguments.json
            ? line_of(evaluated.metrics)
            : std::string(data.benchmark->title()) + "\n" + eval::metrics_text(evaluated.metrics));
  flush();
  return 0;
}

// `recall_at.10  0.4610`, a line for each number.
void add_lines(const Json& json, const std::string& name, std::string& text) {
  if (json.is_object())
    for (const auto& [key, value] : json.items())
      add_lines(value, name.empty() ? key : name + "." + key, text);
  else if (json.is_number_float())
    text += fmt::format("{:<16}{:.4f}\n", name, json.get<double>());
  else if (!json.is_null())
    text +=
        fmt::format("{:<16}{}\n", name, json.is_string() ? json.get<std::string>() : json.dump());
}

int print_numbers(const Json& json, bool as_json) {
  std::string text;
  add_lines(json, "", text);
  print(as_json ? line_of(json) : text);
  flush();
  return 0;
}

int score_command(const EvalScoreArguments& arguments) {
  const auto messages = make_progress(STDERR_FILENO, ProgressMode::quiet, 0);
  const auto& name = arguments.data.benchmark;
  if (name == "retrieval")
    return print_numbers(eval::retrieval_metrics(eval::read_rankings(arguments.predictions),
                                                 eval::read_judgements(arguments.data.data)),
                         arguments.json);
  if (name == "extraction")
    return print_numbers(eval::extraction_metrics(eval::read_extractions(arguments.predictions),
                                                  eval::read_annotations(arguments.data.data)),
                         arguments.json);
  return score_benchmark(arguments, *messages);
}

}  // namespace

void add_eval_score(CLI::App& eval, std::function<int()>& run) {
  auto arguments = std::make_shared<EvalScoreArguments>();
  auto* command = eval.add_subcommand("score", "score any system's answers to a benchmark");
  add_eval_data_flags(*command, "--references", arguments->data);
  command
      ->add_option("--predictions", arguments->predictions,
                   "the answers: in the benchmark's own form, or JSON Lines of {id, label, "
                   "confidence, justification, pairs}")
      ->required();
  command->add_flag("--skip-bad", arguments->data.skip_bad,
                    "go on without the bad rows of the references");
  add_score_flags(*command, arguments->score);
  command->add_option("--config", arguments->config, "settings of the models that judge");
  command->add_flag("--no-cache", arguments->no_cache,
                    "ask judges again what they answered before");
  command->add_option("--out", arguments->out,
                      "write metrics.json, summary.md, report.html and scores.jsonl there too, for "
                      "`assay eval compare`");
  command->add_flag("--json", arguments->json, "print one JSON object and nothing else");
  command->footer(
      "Beside the benchmarks there are `retrieval` (rankings against judgements) and `extraction` "
      "(articles\nagainst annotated pages).\n\n"
      "Examples:\n"
      "  assay eval score averitec --predictions submission.csv --references solution.csv --json\n"
      "  assay eval score verite --predictions answers.jsonl --references VERITE.csv --faults "
      "correct\n"
      "  assay eval score retrieval --predictions run.trec --references qrels.json\n"
      "  assay eval score extraction --predictions articles.jsonl --references annotations.json");
  command->callback([arguments, &run] { run = [arguments] { return score_command(*arguments); }; });
}

}  // namespace assay::cli
