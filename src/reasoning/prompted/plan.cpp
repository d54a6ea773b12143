#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "reasoning/prompted/fence.h"
#include "reasoning/prompted/fit.h"
#include "reasoning/prompted/prompted_stage.h"
#include "reasoning/prompted/read_actions.h"
#include "reasoning/prompted/read_answer.h"
#include "reasoning/prompted/record_text.h"

namespace assay::reasoning::prompted {
namespace {

using boost::asio::awaitable;
using core::Plan;

constexpr const char* schema = R"({
  "type": "object",
  "properties": {
    "reasoning": {"type": "string"},
    "actions": {"type": "array", "items": {
      "type": "object",
      "properties": {"tool": {"type": "string"}, "argument": {"type": "string"},
                     "reason": {"type": "string"}},
      "required": ["tool", "argument", "reason"], "additionalProperties": false}}
  },
  "required": ["reasoning", "actions"], "additionalProperties": false
})";

// The pictures that no reverse search was made for.
std::vector<int> unsearched_pictures(const PlanInput& input) {
  std::vector<int> numbers;
  for (const auto& image : pictures_of(input.claim, input.evidence)) {
    const auto reference = core::to_string(core::ImageRef{image.number});
    const bool done = std::ranges::any_of(input.done, [&](const core::Action& action) {
      return action.tool == "reverse_search" && !action.arguments.empty() &&
             action.arguments.front().find(reference) != std::string::npos;
    });
    if (!done && std::ranges::find(numbers, image.number) == numbers.end())
      numbers.push_back(image.number);
  }
  return numbers;
}

// The tools that there is something for: a search for pictures needs one that was not searched for.
std::vector<core::ToolHelp> valid_tools(const PlanInput& input) {
  auto tools = input.tools;
  if (unsearched_pictures(input).empty())
    std::erase_if(tools, [](const auto& tool) { return tool.name == "reverse_search"; });
  return tools;
}

std::string tools_text(const std::vector<core::ToolHelp>& tools) {
  std::string text;
  for (const auto& tool : tools)
    text += fmt::format("- `{}`: {} Example: `{}`\n", tool.name, tool.description, tool.example);
  return text;
}

// A reverse search is for a picture of the record.
void leave_out_unknown_pictures(const PlanInput& input, ReadActions& read) {
  const auto known = pictures_of(input.claim, input.evidence);
  std::erase_if(read.actions, [&](const core::Action& action) {
    if (action.tool != "reverse_search") return false;
    const core::MultimodalText argument(action.arguments.front());
    const auto named = argument.images();
    const bool exists = named.size() == 1 && std::ranges::find(known, named.front().number,
                                                               &core::Image::number) != known.end();
    if (!exists)
      read.left_out.push_back("`reverse_search`: there is no picture " +
                              one_line(fmt::format("'{}'", action.arguments.front()), 80));
    return !exists;
  });
}

class PlanStage : public PromptedStage<PlanInput, Plan> {
 public:
  PlanStage(Shared shared, Backbone backbone)
      : PromptedStage("plan", "3",
                      {"system", "plan", "rules_averitec_plan", "rules_verite_plan",
                       "rules_newsclippings_plan", "rules_rwpost_plan"},
                      std::move(shared), std::move(backbone)) {}

  awaitable<Plan> run(PlanInput input, Session& session) const override {
    const auto tools = valid_tools(input);
    if (tools.empty()) {
      Plan nothing;
      nothing.reasoning = "No tool is left that something could be asked of.";
      nothing.dead_end = true;
      co_return nothing;
    }
    Compose prompt = [&](Room room) { return this->prompt(input, tools, room, session.blobs()); };
    Answered<Plan> answered;
    try {
      answered = co_await ask_for<Plan>(
          session, with_schema("plan", schema), prompt,
          [&](const models::ChatAnswer& answer) { return read(answer, input, tools); });
    } catch (const DeadlineReached& reached) {
      answered.problem = reached.what();
    }
    if (answered.value) co_return std::move(*answered.value);
    Plan nothing;  // the paper's fallback: go on with what there is
    nothing.reasoning = "The model proposed nothing that could be used: " + answered.problem + ".";
    co_return nothing;
  }

 private:
  // By value: a coroutine.
  awaitable<Composed> prompt(const PlanInput& input, std::vector<core::ToolHelp> tools, Room room,
                             const io::Blobs& blobs) const {
    const auto* last = input.developments.empty() ? nullptr : &input.developments.back();
    Templates::Values values{{"claim", claim_text(input.claim)},
                             {"tools", tools_text(tools)},
                             {"done", actions_list(input.done)},
                             {"analysis", last && !last->prose.empty() ? fenced(last->prose) : ""},
                             {"missing", last ? list_of(last->missing) : ""},
                             {"rules", templates().text("rules_" + input.labels + "_plan")}};
    if (input.turn > 1 && input.new_evidence == 0) values["dead_end"] = "yes";
    return compose_over_evidence("plan", std::move(values), input.claim, input.evidence,
                                 input.repeats, last, room, blobs, false);
  }

  static Reading<Plan> read(const models::ChatAnswer& answer, const PlanInput& input,
                            const std::vector<core::ToolHelp>& tools) {
    Reading<Plan> reading;
    auto object = read_object(answer, {"actions"});
    ReadActions read = object.object ? read_actions(object.object->at("actions"), tools)
                                     : read_actions(std::string_view(answer.text), tools);
    leave_out_unknown_pictures(input, read);
    const bool nothing_wanted = object.object && object.object->at("actions").empty();
    if (read.actions.empty() && !nothing_wanted) {
      reading.problem = read.left_out.empty() ? object.problem : "no action can be used";
      for (const auto& why : read.left_out) reading.problem += "; " + why;
      return reading;
    }
    Plan plan;
    if (object.object) plan.reasoning = text_member(*object.object, "reasoning", 4'000);
    if (!input.developments.empty()) plan.uncovered = input.developments.back().missing;
    // What was done is not done again: it would bring the same.
    std::erase_if(read.actions, [&](const core::Action& action) {
      return std::ranges::find(input.done, action) != input.done.end();
    });
    plan.dead_end = input.turn > 1 && read.actions.empty();
    plan.actions = std::move(read.actions);
    reading.form = object.object ? object.form : core::Form::repaired;
    if (!read.left_out.empty()) {
      reading.form = core::Form::repaired;
      for (const auto& why : read.left_out)
        reading.problem += (reading.problem.empty() ? "" : "; ") + why;
    }
    reading.value = std::move(plan);
    return reading;
  }
};

}  // namespace

std::shared_ptr<const Stage<PlanInput, Plan>> plan_stage(Shared shared, Backbone backbone) {
  return std::make_shared<PlanStage>(std::move(shared), std::move(backbone));
}

}  // namespace assay::reasoning::prompted
