#pragma once
#include <span>
#include <string>

#include "eval/calibration.h"

namespace assay::eval {

// Accuracy by confidence, bin by bin, beside the diagonal on which confidences are what they say,
// and how many answers each bin has. Bins whose numbers are not from 0 to 1 are left
// out. Empty where no other bin has any.
std::string reliability_plot(std::span<const ReliabilityBin> bins);

}  // namespace assay::eval
