#pragma once
#include <span>
#include <string>

#include "assay/core/json.h"
#include "eval/score/claim_score.h"

namespace assay::eval {

// `AVeriTeC dev: defame with embedded, evidence-bounded, T+I+E`.
std::string run_title(const core::Json& config, const core::Json& metrics);

// summary.md of a run: what was run, the metrics, the labels, what failed and why.
std::string run_summary(const core::Json& config, const core::Json& metrics,
                        std::span<const ClaimScore> claims);

// The metrics in lines for a terminal.
std::string metrics_text(const core::Json& metrics);

}  // namespace assay::eval
