#include <CLI/CLI.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/eval_commands.h"
#include "cli/eval_comparison.h"
#include "cli/output.h"
#include "eval/report/comparison.h"

namespace assay::cli {
namespace {

struct EvalCompareArguments {
  std::vector<std::string> runs;
  std::string out;
  eval::ComparisonOptions options;
  bool json = false;
};

int compare_command(const EvalCompareArguments& arguments) {
  const std::vector<std::filesystem::path> folders(arguments.runs.begin(), arguments.runs.end());
  const auto runs = eval::read_evaluations(folders);
  return show_comparison(runs, arguments.options, arguments.out, arguments.json);
}

}  // namespace

void add_eval_compare(CLI::App& eval, std::function<int()>& run) {
  auto arguments = std::make_shared<EvalCompareArguments>();
  auto* command = eval.add_subcommand("compare", "compare runs, claim by claim");
  command->add_option("runs", arguments->runs, "folders of `eval run`, or of `eval score --out`")
      ->required();
  command->add_option("--out", arguments->out,
                      "write comparison.json, comparison.md and comparison.html there");
  command->add_option("--resamples", arguments->options.resamples, "of the paired bootstrap")
      ->check(CLI::Range(10, 1'000'000))
      ->capture_default_str();
  command->add_option("--seed", arguments->options.seed, "of it")->capture_default_str();
  command->add_flag("--json", arguments->json, "print one JSON object and nothing else");
  command->footer("Example:\n  assay eval compare runs/defame runs/direct --out comparison");
  command->callback(
      [arguments, &run] { run = [arguments] { return compare_command(*arguments); }; });
}

}  // namespace assay::cli
