#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "assay/core/error.h"
#include "cli/check_desk.h"
#include "cli/eval_baseline.h"
#include "cli/eval_claims.h"
#include "cli/eval_commands.h"
#include "cli/eval_data.h"
#include "cli/eval_finish.h"
#include "cli/eval_regime.h"
#include "cli/eval_run_config.h"
#include "cli/output.h"
#include "cli/run_folder.h"
#include "cli/version.h"
#include "eval/run/presets.h"
#include "eval/run/selection.h"
#include "io/files.h"
#include "language/lines.h"
#include "report/words.h"

namespace assay::cli {
namespace {

using core::Json;
using core::UsageError;
namespace fs = std::filesystem;

constexpr std::size_t largest_id_file = 64 << 20;

struct EvalRunArguments {
  EvalDataFlags data;
  CheckFlags how;
  RegimeFlags regime;
  bool procedure_given = false;
  std::string preset;
  eval::Selection selection;
  std::string ids;
  std::size_t repeats = 1;
  std::string out;
  bool retry_failed = false;
  bool leaks = false;
  bool json = false;
  bool quiet = false;
  BaselineFlags baseline;
  ScoreFlags score;
};

// `a,b,c`, or @FILE with an id a line.
std::vector<std::string> ids_of(const std::string& text) {
  std::string list = text;
  char between = ',';
  if (text.starts_with("@")) {
    list = io::read_file(text.substr(1), largest_id_file);
    between = '\n';
  }
  std::vector<std::string> ids;
  std::stringstream stream(list);
  for (std::string id; std::getline(stream, id, between);) {
    while (!id.empty() && (id.back() == '\r' || id.back() == ' ')) id.pop_back();
    while (!id.empty() && id.front() == ' ') id.erase(0, 1);
    if (!id.empty()) ids.push_back(id);
  }
  if (!text.empty() && ids.empty())
    throw UsageError("--ids names no claim: '" + io::shown(text) + "'");
  return ids;
}

void apply(const eval::Preset& preset, EvalRunArguments& arguments) {
  auto& how = arguments.how;
  if (!arguments.procedure_given) how.settings.procedure = preset.procedure;
  arguments.procedure_given = true;
  how.settings.chat.temperature = preset.temperature;
  how.settings.chat.top_p = preset.top_p;
  if (preset.max_tokens) how.settings.chat.max_tokens = *preset.max_tokens;
  how.settings.images_per_page = preset.images_per_page;
  if (!how.max_turns) how.max_turns = preset.max_turns;
  if (!how.results) how.results = preset.results;
}

// A run without a procedure answers at once where nothing can be searched.
void choose_procedure(EvalRunArguments& arguments) {
  if (!arguments.preset.empty()) apply(eval::preset_named(arguments.preset), arguments);
  if (arguments.procedure_given) return;
  if (arguments.regime.regime == "closed-book") arguments.how.settings.procedure = "direct";
}

// What the benchmark and the regime decide about the checks.
void set_up_checks(const EvalData& data, const Setting& setting, EvalRunArguments& arguments) {
  auto& settings = arguments.how.settings;
  settings.labels = data.labels.name();
  settings.no_leaks = setting.regime == Regime::open_web && !arguments.leaks;
  settings.given_evidence = setting.regime == Regime::evidence_bounded && !searches(settings);
  // Evidence that came with a claim is fixed: no date leaves any of it out.
  if (setting.regime == Regime::evidence_bounded && arguments.how.corpus.empty())
    settings.before = core::Date::of(9999, 12, 31);
  const auto allowed = data.benchmark->allowed_tools();
  for (const std::string tool : {"web_search", "image_search", "reverse_search", "fact_checks"})
    if (!allowed.empty() && std::find(allowed.begin(), allowed.end(), tool) == allowed.end())
      settings.without.push_back(tool);
}

Json selection_json(const EvalRunArguments& arguments) {
  Json json = Json::object();
  if (arguments.selection.limit) json["limit"] = *arguments.selection.limit;
  if (arguments.selection.sample) json["sample"] = *arguments.selection.sample;
  if (!arguments.selection.ids.empty()) json["ids"] = arguments.selection.ids;
  return json;
}

Json config_json(const EvalRunArguments& arguments, const EvalData& data, const Setting& setting) {
  return {{"assay", std::string(version)},
          {"benchmark", std::string(data.benchmark->name())},
          {"split", data.split},
          {"labels", data.labels.name()},
          {"faults", arguments.data.faults},
          {"regime", std::string(to_string(setting.regime))},
          {"inputs", setting.inputs.to_string()},
          {"preset", arguments.preset},
          {"data", fs::absolute(arguments.data.data).string()},
          {"claims", data.dataset.instances.size()},
          {"selection", selection_json(arguments)},
          {"repeats", arguments.repeats}};
}

// Pictures that are not there would make every claim fail.
void check_pictures(const EvalData& data, const Setting& setting) {
  if (!setting.inputs.images) return;
  std::size_t with = 0;
  std::size_t there = 0;
  std::string example;
  for (const auto& instance : data.dataset.instances) {
    if (instance.image_files.empty()) continue;
    ++with;
    std::error_code error;
    const auto path = data.dataset.base / instance.image_files.front();
    if (instance.image_files.front().starts_with("data:") || fs::exists(path, error))
      ++there;
    else if (example.empty())
      example = path.string();
  }
  if (with == 0 || there > 0) return;
  throw core::InputError(fmt::format(
      "none of the pictures of {} is there ('{}', …): lay them there, or leave them out with "
      "--inputs T",
      report::counted(with, "claim"), io::shown(example)));
}

EvalClaimsOptions claims_options(const EvalRunArguments& arguments, const Setting& setting,
                                 const CheckEvidence& evidence, bool passages) {
  EvalClaimsOptions options;
  options.program = program_path();
  options.images = setting.inputs.images;
  options.nothing = setting.regime == Regime::closed_book;
  options.gold_evidence =
      setting.regime == Regime::evidence_bounded && arguments.how.corpus.empty();
  options.corpus = evidence.corpus;
  options.knowledge = evidence.knowledge;
  options.passages = passages;
  options.jobs = arguments.how.jobs;
  options.retry_failed = arguments.retry_failed;
  return options;
}

void check_evidence(const EvalData& data, const Setting& setting,
                    const EvalRunArguments& arguments) {
  if (setting.regime != Regime::evidence_bounded || !arguments.how.corpus.empty()) return;
  for (const auto& instance : data.dataset.instances)
    if (!instance.evidence.empty()) return;
  throw UsageError("the claims of " + std::string(data.benchmark->title()) +
                   " come without evidence here: name what is to be searched with --corpus");
}

fs::path folder_of(const EvalRunArguments& arguments, const Json& config) {
  if (!arguments.out.empty()) return fs::absolute(arguments.out);
  auto identity = config;
  identity.erase("claims");
  const auto name = config.at("benchmark").get<std::string>() + "-" +
                    config.at("check").value("procedure", std::string("baseline"));
  return fs::absolute(default_run_folder(name, identity.dump()));
}

// The repeats of one run: each a folder of its own, or the run's folder itself where there is one.
fs::path repeat_folder(const fs::path& out, std::size_t repeat, std::size_t repeats) {
  return repeats == 1 ? out : out / fmt::format("repeat-{}", repeat + 1);
}

std::vector<eval::ClaimRun> check_claims(CheckDesk& desk, const EvalData& data,
                                         EvalClaimsOptions options, std::size_t repeat) {
  auto settings = desk.settings();
  settings.chat.repeat = static_cast<int>(repeat);
  for (auto& [spec, chat] : settings.own_chat) chat.repeat = static_cast<int>(repeat);
  const auto checker = desk.make_checker(settings);
  auto progress = make_progress(STDERR_FILENO, ProgressMode::batch, data.dataset.instances.size());
  auto runs = run_claims(*checker, data.dataset, options, desk.loop(), *progress);
  progress->finish();
  return runs;
}

Printing printing_of(const EvalRunArguments& arguments) {
  if (arguments.quiet) return Printing::nothing;
  return arguments.json ? Printing::json : Printing::text;
}

int run_baseline(const EvalRunArguments& arguments, EvalData data, Progress& messages) {
  auto config = config_json(arguments, data, Setting{Regime::closed_book, {true, false}});
  auto runs = baseline_runs(arguments.how.settings.procedure, arguments.baseline,
                            arguments.data.data, data);
  config["check"] = runs.configuration;
  config["claims"] = data.dataset.instances.size();
  const auto out = folder_of(arguments, config);
  keep_config(out, config);
  FinishTask task{data, config, {{out, std::move(runs.runs)}}, out, arguments.score};
  task.extra = std::move(runs.metrics);
  return finish_run(std::move(task), printing_of(arguments), messages);
}

int run_command(const EvalRunArguments& given) {
  auto arguments = given;
  const auto messages = make_progress(STDERR_FILENO, ProgressMode::quiet, 0);
  arguments.selection.ids = ids_of(arguments.ids);
  choose_procedure(arguments);
  arguments.data.skip_bad = arguments.how.skip_bad;
  auto data = load_eval_data(arguments.data, *messages);
  eval::select(arguments.selection, data.dataset);
  if (!data.benchmark->limited_by_date())
    for (auto& instance : data.dataset.instances) instance.claim.date.reset();
  if (is_baseline(arguments.how.settings.procedure))
    return run_baseline(arguments, std::move(data), *messages);

  const auto setting =
      setting_of(arguments.regime, arguments.how.settings.procedure, !arguments.how.corpus.empty());
  if (setting.regime == Regime::closed_book && searches(arguments.how.settings))
    messages->message(
        "closed-book: every search finds nothing; the procedures direct and cot are made for it");
  check_evidence(data, setting, arguments);
  check_pictures(data, setting);
  set_up_checks(data, setting, arguments);
  const bool open = setting.regime == Regime::open_web;
  CheckDesk desk(arguments.how, {.web = open && arguments.how.corpus.empty(), .no_web = !open},
                 *messages);
  if (open && arguments.how.corpus.empty() && !desk.open_web()) throw UsageError(nothing_to_search);
  const auto evidence = open_corpus(arguments.how, *messages);

  auto config = config_json(arguments, data, setting);
  config["check"] = to_configuration(desk.settings());
  if (!evidence.fingerprint.empty()) config["corpus"] = evidence.fingerprint;
  if (const auto retrieval = desk.checker().retrieval_configuration(); !retrieval.is_null())
    config["retrieval"] = retrieval;
  const auto out = folder_of(arguments, config);
  if (arguments.out.empty()) messages->message("the run's folder is " + io::shown(out));
  keep_config(out, config);

  FinishTask task{data, config, {}, out, arguments.score};
  auto options = claims_options(arguments, setting, evidence, desk.checker().has_retrieval());
  for (std::size_t i = 0; i < arguments.repeats; ++i) {
    options.out = repeat_folder(out, i, arguments.repeats);
    task.repeats.push_back({options.out, check_claims(desk, data, options, i)});
  }
  task.desk = &desk;
  return finish_run(std::move(task), printing_of(arguments), *messages);
}

}  // namespace

void add_eval_run(CLI::App& eval, std::function<int()>& run) {
  auto arguments = std::make_shared<EvalRunArguments>();
  auto* command =
      eval.add_subcommand("run", "check the claims of a benchmark and score the answers");
  add_eval_data_flags(*command, "--data", arguments->data);
  command->add_option("--regime", arguments->regime.regime,
                      "what a check may see: closed-book (the claim alone), evidence-bounded (and "
                      "the evidence that came with it, or --corpus), open-web (default: by the "
                      "procedure)");
  command->add_option("--inputs", arguments->regime.inputs,
                      "T (text), T+I (and pictures), T+E (and evidence), T+I+E");
  std::string known_presets;
  for (const auto& preset : eval::presets())
    known_presets += "\n" + preset.name + ": " + preset.about;
  command->add_option("--preset", arguments->preset, "a paper's settings:" + known_presets);
  command->add_option("--limit", arguments->selection.limit, "so many claims")
      ->check(CLI::PositiveNumber);
  command->add_option("--sample", arguments->selection.sample,
                      "draw them at random, with this seed (default: the first)");
  command->add_option("--ids", arguments->ids, "these claims: a,b,c or @FILE, one a line");
  command
      ->add_option("--repeats", arguments->repeats,
                   "check all of them so often; mean and standard deviation are given")
      ->check(CLI::Range(1, 100));
  command->add_flag("--retry-failed", arguments->retry_failed,
                    "try claims again whose check failed in an earlier run");
  command->add_flag("--leaks", arguments->leaks,
                    "let open-web checks use sources that give the answer away (fact-checks)");
  add_check_flags(*command, arguments->how);
  command->get_option("--procedure")
      ->description(
          "how to check: defame; a verdict of the model at once: direct, cot (step by step); or a "
          "baseline that asks nobody: majority, clip (of verite)");
  add_baseline_flags(*command, arguments->baseline);
  add_score_flags(*command, arguments->score);
  command->add_option("--out", arguments->out,
                      "the run's folder (default: one under assay-runs/, which is printed); the "
                      "same command goes on where it stopped");
  command->add_flag("--json", arguments->json, "print the metrics as one JSON object");
  command->add_flag("--quiet", arguments->quiet, "print nothing: the run's folder has it all");
  command->footer(
      "Examples:\n"
      "  assay eval run averitec --data averitec/ --regime evidence-bounded --out gold\n"
      "  assay eval run averitec --data averitec/ --corpus dev.store --limit 50 --sample 1\n"
      "  assay eval run rwpost --data rwpost/ --model openai:gpt-4o-mini --preset lvlm --inputs "
      "T+E\n"
      "  assay eval run verite --data verite/ --procedure clip");
  command->callback([arguments, command, &run] {
    arguments->procedure_given = command->get_option("--procedure")->count() > 0;
    run = [arguments] { return run_command(*arguments); };
  });
}

}  // namespace assay::cli
