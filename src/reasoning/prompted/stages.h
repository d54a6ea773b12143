#pragma once
#include <memory>

#include "reasoning/prompted/pictures.h"
#include "reasoning/prompted/templates.h"
#include "reasoning/stage_set.h"

// The stages of DEFAME (section 3 of its paper) thought through by a language model: one file each.
// A stage gets what it needs of the record and no more. Where a model gives no usable answer, asked
// up to three times, a stage returns what the paper falls back to: no actions, NONE, no analysis,
// "not enough evidence", a justification that says so. Throws ModelFailure where the model can't be
// asked at all and no fallback would be honest (plan, judge).
namespace assay::reasoning::prompted {

// What all of them share.
struct Shared {
  std::shared_ptr<const Templates> templates;
  std::shared_ptr<Pictures> pictures;
  bool unimodal = false;      // the ablation: pictures that were found are not carried on to the
                              // stages behind summarize
  std::string style_example;  // a justification whose style is to be followed; may be empty
};

std::shared_ptr<const Stage<PlanInput, core::Plan>> plan_stage(Shared shared, Backbone backbone);
std::shared_ptr<const Stage<SummarizeInput, core::Summary>> summarize_stage(Shared shared,
                                                                            Backbone backbone);
std::shared_ptr<const Stage<DevelopInput, core::Development>> develop_stage(Shared shared,
                                                                            Backbone backbone);
std::shared_ptr<const Stage<JudgeInput, core::Judgement>> judge_stage(Shared shared,
                                                                      Backbone backbone);
std::shared_ptr<const Stage<JustifyInput, core::Justification>> justify_stage(Shared shared,
                                                                              Backbone backbone);

// AgentFact's judgement of a source (its appendix, Agent-TR-2): what kind of site it is. One call;
// where it brings nothing usable the site stays `unsure`, with the reason.
std::shared_ptr<const Stage<SiteInput, core::SiteOpinion>> judge_site_stage(Shared shared,
                                                                            Backbone backbone);

// The baselines (section 4.3): a verdict without evidence, at once (`direct`) or step by step
// (`cot`), which the key findings then hold.
std::shared_ptr<const Stage<BaselineInput, core::Judgement>> direct_stage(Shared shared,
                                                                          Backbone backbone);
std::shared_ptr<const Stage<BaselineInput, core::Judgement>> cot_stage(Shared shared,
                                                                       Backbone backbone);

// The claims of a page, the main one first, at most ten, each with the words of the page that make
// it: one whose words are not on the page is none. No claims where the model gives no usable
// answer.
std::shared_ptr<const Stage<ExtractInput, std::vector<ExtractedClaim>>> extract_stage(
    Shared shared, Backbone backbone);

// From a text to its claims: what it is about, what it claims (at most 20 sentences), and each
// claim so that it stands for itself. Where the model gives no usable answer: nothing is known of
// it; no claims; the claim as it is.
std::shared_ptr<const Stage<InterpretInput, Interpretation>> interpret_stage(Shared shared,
                                                                             Backbone backbone);
std::shared_ptr<const Stage<DecomposeInput, std::vector<std::string>>> decompose_stage(
    Shared shared, Backbone backbone);
std::shared_ptr<const Stage<DecontextualizeInput, StandaloneClaim>> decontextualize_stage(
    Shared shared, Backbone backbone);

}  // namespace assay::reasoning::prompted
