#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/eval_commands.h"

namespace assay::cli {

void add_eval(Commands& commands) {
  auto* eval = commands.app.add_subcommand(
      "eval", "run and score benchmarks, compare runs, read human ratings");
  eval->require_subcommand(1);
  eval->footer(
      "Examples:\n"
      "  assay eval run averitec --data averitec/ --regime evidence-bounded --out run\n"
      "  assay eval score averitec --predictions submission.csv --references solution.csv\n"
      "  assay eval compare run-a run-b --out comparison\n"
      "  assay eval ablate ablation.toml\n"
      "  assay eval ratings ratings.csv");
  add_eval_run(*eval, commands.run);
  add_eval_score(*eval, commands.run);
  add_eval_compare(*eval, commands.run);
  add_eval_ablate(*eval, commands.run);
  add_eval_ratings(*eval, commands.run);
}

}  // namespace assay::cli
