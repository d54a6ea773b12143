#pragma once
#include <string>

#include "assay/core/stage_results.h"

namespace assay::reasoning::extractive {

// The reason of a finding that tells most of its stance: of one that contradicts, what differs; of
// one that supports, what agrees. Empty where its words alone speak for it.
std::string telling_reason(const core::Finding& finding);

}  // namespace assay::reasoning::extractive
