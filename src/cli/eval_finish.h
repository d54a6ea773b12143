#pragma once
#include <CLI/App.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/check_desk.h"
#include "cli/eval_data.h"
#include "cli/eval_score_flags.h"
#include "cli/progress.h"
#include "eval/run/claim_run.h"

namespace assay::cli {

struct RepeatRuns {
  std::filesystem::path folder;
  std::vector<eval::ClaimRun> runs;  // in the order of the dataset
};

// What a run came to, to be written down.
struct FinishTask {
  const EvalData& data;
  core::Json config;
  std::vector<RepeatRuns> repeats;
  std::filesystem::path out;
  ScoreFlags score;
  CheckDesk* desk = nullptr;                // whose models may judge; null: a baseline's
  core::Json extra = core::Json::object();  // metrics of the procedure's own
};

enum class Printing { text, json, nothing };

// Writes results.jsonl, predictions, scores.jsonl, metrics.json, summary.md and report.html, and
// prints the metrics as it is told. Gives the exit status: 1 where a claim failed.
int finish_run(FinishTask task, Printing printing, Progress& messages);

}  // namespace assay::cli
