#pragma once
#include <memory>
#include <string>
#include <vector>

#include "assay/core/stage_results.h"
#include "reasoning/inputs.h"
#include "reasoning/stage.h"

namespace assay::reasoning {

// The stages that DEFAME composes. Each can be built in or prompted, independent of the others.
struct StageSet {
  std::shared_ptr<const Stage<PlanInput, core::Plan>> plan;
  std::shared_ptr<const Stage<SummarizeInput, core::Summary>> summarize;
  std::shared_ptr<const Stage<DevelopInput, core::Development>> develop;
  std::shared_ptr<const Stage<JudgeInput, core::Judgement>> judge;
  std::shared_ptr<const Stage<JustifyInput, core::Justification>> justify;
  // What kind of site one is that no list knows; null where nobody is to be asked.
  std::shared_ptr<const Stage<SiteInput, core::SiteOpinion>> judge_site;
  // Of the baselines; null where there is no language model.
  std::shared_ptr<const Stage<BaselineInput, core::Judgement>> direct;
  std::shared_ptr<const Stage<BaselineInput, core::Judgement>> cot;
  // From a page to its claims, the main one first.
  std::shared_ptr<const Stage<ExtractInput, std::vector<ExtractedClaim>>> extract;
  // From a text to its claims; null where there is no language model.
  std::shared_ptr<const Stage<InterpretInput, Interpretation>> interpret;
  std::shared_ptr<const Stage<DecomposeInput, std::vector<std::string>>> decompose;
  std::shared_ptr<const Stage<DecontextualizeInput, StandaloneClaim>> decontextualize;
  std::string note;  // what a person should know of these stages; mostly empty
};

}  // namespace assay::reasoning
