#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "cli/check_desk.h"
#include "cli/eval_data.h"
#include "cli/eval_score_flags.h"
#include "cli/progress.h"
#include "eval/score/claim_score.h"

namespace assay::cli {

// Answers with what is known of how they came about.
struct ToEvaluate {
  const EvalData& data;
  std::vector<eval::Prediction> predictions;
  std::vector<eval::ClaimScore> claims;  // one for each claim of the data, in its order
  std::string model;                     // that answered; empty: not known
  std::filesystem::path notes;           // a folder for what judges are asked
};

struct Evaluated {
  core::Json metrics;
  std::vector<eval::ClaimScore> claims;
};

// All metrics that the flags ask for. `desk`: whose models judge; null: none may. Throws UsageError
// and InputError.
Evaluated evaluate(ToEvaluate task, const ScoreFlags& flags, CheckDesk* desk, Progress& messages);

}  // namespace assay::cli
