#pragma once
#include <span>
#include <string>

#include "eval/calibration.h"

namespace assay::eval {

// Accuracy by confidence, bin by bin, beside the diagonal on which confidences are what they say,
// and how many answers each bin has. Empty where no bin has any.
std::string reliability_plot(std::span<const ReliabilityBin> bins);

}  // namespace assay::eval
