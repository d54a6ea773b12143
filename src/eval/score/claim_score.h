#pragma once
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/core/json.h"
#include "eval/benchmarks/instance.h"
#include "eval/benchmarks/prediction.h"
#include "eval/run/claim_run.h"

namespace assay::eval {

// What there is of a claim that was to be answered.
enum class Answer {
  given,      // a label of the space
  malformed,  // something that names no label
  missing     // nothing: the claim was not answered, or its check failed
};
std::string_view to_string(Answer answer);

// One claim as it is scored.
struct ClaimScore {
  std::string id;
  std::string gold;   // empty: it is not known
  std::string label;  // empty where none was given
  Answer answer = Answer::missing;
  std::optional<double> confidence;
  std::string group;
  std::optional<core::Date> date;
  std::string report;                    // its path in the run; empty: there is none
  std::string error;                     // of the check
  std::optional<Effort> effort;          // of the check, where it is known
  std::optional<double> question_score;  // HU-METEOR of the questions
  std::optional<double> pair_score;      // HU-METEOR of questions and answers
  std::optional<bool> depends_on_time;   // temporal validity, where a model was asked
  std::map<std::string, double> judged;  // by a judge model: `ev2r_recall`, …

  bool right() const { return !gold.empty() && label == gold; }
};

// One for each claim of the dataset, in its order; predictions of other claims count for nothing.
std::vector<ClaimScore> claim_scores(const Dataset& dataset,
                                     std::span<const Prediction> predictions);

// How many predictions are of no claim of the dataset.
std::size_t strangers(const Dataset& dataset, std::span<const Prediction> predictions);

// A line of scores.jsonl, and back. Reading throws InputError for what no version of Assay wrote.
core::Json claim_score_json(const ClaimScore& score);
ClaimScore claim_score_of(const core::Json& json);

}  // namespace assay::eval
