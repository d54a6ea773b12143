#pragma once
#include <CLI/App.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "assay/core/json.h"
#include "cli/eval_data.h"
#include "eval/run/claim_run.h"

namespace assay::cli {

// Baselines that ask nobody and keep no records: `majority` and `clip`.
bool is_baseline(const std::string& procedure);

struct BaselineFlags {
  std::string train;             // the split or file that the majority is counted in
  std::string image_embeddings;  // .npy
  std::string text_embeddings;
};
void add_baseline_flags(CLI::App& command, BaselineFlags& flags);

struct BaselineRuns {
  std::vector<eval::ClaimRun> runs;
  core::Json configuration;  // what decides about the answers
  core::Json metrics;        // of the baseline's own, beside the usual ones; an object
};
// The answers. `data_path` is where the data were loaded from. Leaves only those claims in the
// dataset that the baseline can answer (`clip`: those with embeddings). Throws InputError and
// UsageError.
BaselineRuns baseline_runs(const std::string& procedure, const BaselineFlags& flags,
                           const std::filesystem::path& data_path, EvalData& data);

}  // namespace assay::cli
