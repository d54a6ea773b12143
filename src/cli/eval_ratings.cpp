#include <unistd.h>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <map>
#include <nlohmann/json.hpp>

#include "assay/core/error.h"
#include "cli/eval_commands.h"
#include "cli/output.h"
#include "eval/ratings.h"
#include "report/columns.h"
#include "report/display_text.h"

namespace assay::cli {
namespace {

using core::Json;

struct EvalRatingsArguments {
  std::string file;
  std::vector<std::string> scales;
  bool json = false;
};

// `coherence=likert` or `reasoning=errors`.
std::map<std::string, eval::Scale> scales_of(const std::vector<std::string>& texts) {
  std::map<std::string, eval::Scale> scales;
  for (const auto& text : texts) {
    const auto place = text.rfind('=');
    const auto kind = place == text.npos ? "" : text.substr(place + 1);
    if (kind != "likert" && kind != "errors")
      throw core::UsageError(
          "--scale is CRITERION=likert (1 to 5) or CRITERION=errors (0 to 2, "
          "lower is better): '" +
          text + "'");
    scales[text.substr(0, place)] = kind == "likert" ? eval::Scale::likert : eval::Scale::errors;
  }
  return scales;
}

int ratings_command(const EvalRatingsArguments& arguments) {
  const auto ratings = eval::read_ratings(arguments.file, scales_of(arguments.scales));
  const auto report = eval::ratings_report(ratings);
  print(arguments.json ? report.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"
                       : eval::ratings_text(report));
  flush();
  return 0;
}

}  // namespace

void add_eval_ratings(CLI::App& eval, std::function<int()>& run) {
  auto arguments = std::make_shared<EvalRatingsArguments>();
  auto* command = eval.add_subcommand("ratings", "read human ratings: means, tests, agreement");
  command
      ->add_option("file", arguments->file,
                   "CSV or JSON Lines with item, system, rater, and a column for each criterion")
      ->required();
  command->add_option("--scale", arguments->scales,
                      "of a criterion: NAME=likert (1 to 5) or NAME=errors (0 to 2, lower is "
                      "better, shown as 1 - s/2); may be given several times");
  command->add_flag("--json", arguments->json, "print one JSON object and nothing else");
  command->footer("Example:\n  assay eval ratings ratings.csv --scale reasoning=errors");
  command->callback(
      [arguments, &run] { run = [arguments] { return ratings_command(*arguments); }; });
}

}  // namespace assay::cli
