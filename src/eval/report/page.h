#pragma once
#include <span>
#include <string>

#include "assay/core/json.h"
#include "eval/benchmarks/instance.h"
#include "eval/score/claim_score.h"

namespace assay::eval {

// report.html of a run, one page that needs nothing else and runs no script: the metrics, the
// plots, and the claims with links to their reports, the wrong ones first.
std::string run_page(const core::Json& config, const core::Json& metrics, const Dataset& dataset,
                     std::span<const ClaimScore> claims);

}  // namespace assay::eval
