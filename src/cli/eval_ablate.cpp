#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "assay/core/error.h"
#include "cli/eval_commands.h"
#include "cli/eval_comparison.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/run_folder.h"
#include "eval/report/comparison.h"
#include "io/files.h"
#include "io/toml.h"

namespace assay::cli {
namespace {

using core::InputError;
namespace fs = std::filesystem;

using Options = std::vector<std::string>;  // as on the command line of `eval run`

struct Variant {
  std::string name;
  Options options;
};

struct Ablation {
  std::string benchmark;
  Options options;  // of every variant
  std::vector<Variant> variants;
  fs::path out;
};

// DEFAME's Table 4 (section 4.4). Geolocation is no tool of this version.
const std::vector<Variant>& defame_variants() {
  static const std::vector<Variant> all{{"DEFAME", {}},
                                        {"w/o Reverse Search", {"--without", "reverse_search"}},
                                        {"w/o Image Search", {"--without", "image_search"}},
                                        {"w/o Web Search", {"--without", "web_search"}},
                                        {"Single Turn", {"--single-turn"}},
                                        {"Static Actions", {"--static-actions"}},
                                        {"w/o Develop", {"--without", "develop"}},
                                        {"Unimodal Develop", {"--unimodal-develop"}}};
  return all;
}

// A number as the option takes it; nothing where the value is none.
std::optional<std::string> number_of(const io::TomlTable& table, const std::string& key) {
  try {
    return std::to_string(*table.whole(key));
  } catch (const InputError&) {
  }
  try {
    return fmt::format("{}", *table.number(key, -1e18, 1e18));
  } catch (const InputError&) {
    return std::nullopt;
  }
}

std::optional<std::vector<std::string>> list_of(const io::TomlTable& table,
                                                const std::string& key) {
  try {
    return table.texts(key);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

// The value of a key as the option of `eval run` with that name.
void add_option(const io::TomlTable& table, const std::string& key, Options& options) {
  auto flag = "--" + key;
  std::replace(flag.begin(), flag.end(), '_', '-');
  if (table.is_flag(key)) {
    if (*table.flag(key)) options.push_back(flag);
  } else if (table.peek(key)) {
    options.insert(options.end(), {flag, *table.text(key)});
  } else if (const auto number = number_of(table, key)) {
    options.insert(options.end(), {flag, *number});
  } else if (const auto list = list_of(table, key)) {
    for (const auto& item : *list) options.insert(options.end(), {flag, item});
  } else {
    table.refuse(key, "must be a text, a number, true or false, or a list of texts");
  }
}

Options options_of(const io::TomlTable& table, const std::vector<std::string>& others) {
  Options options;
  for (const auto& key : table.keys())
    if (std::find(others.begin(), others.end(), key) == others.end())
      add_option(table, key, options);
  return options;
}

Ablation read_ablation(const fs::path& file) {
  const auto table = io::TomlTable::read(file);
  Ablation ablation;
  ablation.benchmark = table.text("benchmark").value_or("");
  if (ablation.benchmark.empty()) table.refuse("benchmark", "is missing: name the benchmark");
  ablation.out = table.text("out").value_or("");
  if (const auto run = table.table("run")) ablation.options = options_of(*run, {});
  if (const auto paper = table.text("paper")) {
    if (*paper != "defame") table.refuse("paper", "names no paper's ablation: known is defame");
    ablation.variants = defame_variants();
  }
  for (const auto& one : table.tables("variant")) {
    const auto name = one.text("name");
    if (!name || name->empty()) one.refuse("name", "is missing: each variant has one");
    ablation.variants.push_back({*name, options_of(one, {"name"})});
  }
  table.require_all_read("benchmark, out, paper, [run], [[variant]]");
  if (ablation.variants.empty())
    throw InputError("'" + io::shown(file) +
                     "' names no variants: give `paper = \"defame\"` or [[variant]] tables");
  return ablation;
}

// Runs `eval run` with these options in this process. Throws what it throws, and UsageError for
// options that it does not have.
int run_variant(const Options& options) {
  CLI::App app;
  std::function<int()> run;
  add_eval_run(app, run);
  Options line{"run"};
  line.insert(line.end(), options.begin(), options.end());
  std::reverse(line.begin(), line.end());  // as CLI11 takes them
  try {
    app.parse(line);
  } catch (const CLI::ParseError& error) {
    throw core::UsageError(error.what());
  }
  return run();
}

struct AblateArguments {
  std::string config;
  std::string out;
  bool json = false;
};

int ablate_command(const AblateArguments& arguments) {
  auto ablation = read_ablation(arguments.config);
  if (!arguments.out.empty()) ablation.out = arguments.out;
  if (ablation.out.empty()) ablation.out = fs::path(arguments.config).stem();
  ablation.out = fs::absolute(ablation.out);
  const auto messages = make_progress(STDERR_FILENO, ProgressMode::quiet, 0);
  std::vector<eval::KeptEvaluation> runs;
  bool failed = false;
  for (const auto& variant : ablation.variants) {
    messages->message(fmt::format("variant {} of {}: {}", runs.size() + 1, ablation.variants.size(),
                                  variant.name));
    const auto folder = ablation.out / folder_name(variant.name);
    Options options{ablation.benchmark};
    options.insert(options.end(), ablation.options.begin(), ablation.options.end());
    options.insert(options.end(), variant.options.begin(), variant.options.end());
    options.insert(options.end(), {"--out", folder.string(), "--quiet"});
    try {
      failed = run_variant(options) != 0 || failed;
      runs.push_back(eval::read_evaluation(folder));
      runs.back().name = variant.name;
    } catch (const std::exception& error) {
      messages->message(variant.name + ": " + error.what());
      failed = true;
    }
  }
  if (runs.empty()) throw InputError("no variant could be run");
  eval::ComparisonOptions options;
  options.against_first = true;
  const auto status = show_comparison(runs, options, ablation.out.string(), arguments.json);
  return failed ? 1 : status;
}

}  // namespace

void add_eval_ablate(CLI::App& eval, std::function<int()>& run) {
  auto arguments = std::make_shared<AblateArguments>();
  auto* command = eval.add_subcommand("ablate", "run an ablation table in one command");
  command->add_option("config", arguments->config, "a TOML file: see below, and docs/evaluation.md")
      ->required();
  command->add_option(
      "--out", arguments->out,
      "folder of the runs and the table (default: `out` of the file, else its name)");
  command->add_flag("--json", arguments->json, "print one JSON object and nothing else");
  command->footer(
      "The file names the benchmark, the options of `eval run` that all variants share, and the "
      "variants:\n\n"
      "  benchmark = \"verite\"\n"
      "  paper = \"defame\"          # the rows of DEFAME's Table 4\n"
      "  [run]\n"
      "  data = \"verite/\"\n"
      "  model = \"openai:gpt-4o\"\n"
      "  limit = 100\n"
      "  [[variant]]               # rows of your own, behind the paper's\n"
      "  name = \"5 results\"\n"
      "  results = 5\n\n"
      "Example:\n  assay eval ablate ablation.toml\n\n"
      "It goes on where it stopped when the same command is given again.");
  command->callback(
      [arguments, &run] { run = [arguments] { return ablate_command(*arguments); }; });
}

}  // namespace assay::cli
