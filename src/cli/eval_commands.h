#pragma once
#include <CLI/App.hpp>
#include <functional>

// The commands of `assay eval`; each sets `run` as in cli/command.h.
namespace assay::cli {

void add_eval_run(CLI::App& eval, std::function<int()>& run);
void add_eval_score(CLI::App& eval, std::function<int()>& run);
void add_eval_compare(CLI::App& eval, std::function<int()>& run);
void add_eval_ablate(CLI::App& eval, std::function<int()>& run);
void add_eval_ratings(CLI::App& eval, std::function<int()>& run);

}  // namespace assay::cli
