#pragma once
#include <memory>

#include "assay/core/stage_results.h"
#include "reasoning/inputs.h"
#include "reasoning/stage.h"

namespace assay::reasoning {

// The ablation "static actions" (DEFAME, section 4.4): no planning; each tool that exists is used
// once, the searches for the claim's words, the reverse search for each of its pictures. Later
// turns have nothing left.
std::shared_ptr<const Stage<PlanInput, core::Plan>> static_plan_stage();

}  // namespace assay::reasoning
