#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "assay/core/json.h"
#include "eval/benchmarks/prediction.h"

namespace assay::eval {

// What one check took (DEFAME's Table 7).
struct Effort {
  double seconds = 0;  // by the record's clock
  std::size_t turns = 0;
  std::size_t calls = 0;  // of models
  std::int64_t tokens_in = 0;
  std::int64_t tokens_out = 0;
  std::optional<double> model_cost;  // USD; nothing: the price of some answer is not known
  std::size_t searches = 0;          // actions performed
  double search_cost = 0;            // USD, of those whose price is known
  std::size_t well_formed = 0;       // calls whose answer was exactly what was asked for
};

core::Json effort_json(const Effort& effort);
Effort effort_of(const core::Json& json);

// What a run says of one claim.
struct ClaimRun {
  std::string id;
  Prediction prediction;
  Effort effort;
  std::string report;  // the path of its report in the run's folder; empty where there is none
  std::string record;
  std::string error;  // why there is no answer; empty: there is one
  bool failed() const { return !error.empty(); }
};

// A line of results.jsonl: {claim_id, label, verdict, confidence, justification, pairs, …} or
// {claim_id, error}. Reading throws InputError for what no version of Assay wrote.
core::Json claim_run_json(const ClaimRun& run);
ClaimRun claim_run_of(const core::Json& json);

}  // namespace assay::eval
