#include "reasoning/static_plan.h"

#include <utility>

namespace assay::reasoning {
namespace {

class StaticPlan : public Stage<PlanInput, core::Plan> {
 public:
  StageIdentity identity() const override { return {"plan", "static/1", "embedded"}; }

  boost::asio::awaitable<core::Plan> run(PlanInput input, Session&) const override {
    core::Plan plan;
    plan.reasoning = "A fixed plan: every tool once.";
    if (input.turn > 1) co_return plan;
    for (const auto& tool : input.tools) {
      if (tool.name != "reverse_search") {
        plan.actions.push_back({tool.name, {input.claim.text.plain()}, "the claim itself"});
        continue;
      }
      for (const auto& image : input.claim.images)
        plan.actions.push_back({tool.name,
                                {core::to_string(core::ImageRef{image.number})},
                                "where the claim's picture was before"});
    }
    co_return plan;
  }
};

}  // namespace

std::shared_ptr<const Stage<PlanInput, core::Plan>> static_plan_stage() {
  return std::make_shared<StaticPlan>();
}

}  // namespace assay::reasoning
