#pragma once
#include <span>
#include <string>

#include "eval/report/comparison.h"

namespace assay::cli {

// Prints the comparison, and writes it into `out` where that is not empty. Gives the exit status.
int show_comparison(std::span<const eval::KeptEvaluation> runs,
                    const eval::ComparisonOptions& options, const std::string& out, bool json);

}  // namespace assay::cli
