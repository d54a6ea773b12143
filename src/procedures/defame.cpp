#include "procedures/defame.h"

#include <utility>

#include "procedures/new_sources.h"

namespace assay::procedures {
namespace {

using boost::asio::awaitable;
using core::EntryType;

constexpr std::size_t summaries_at_once = 16;

// The memoized step of a stage on an input.
template <class In, class Out>
io::Step<Out> step_of(std::shared_ptr<const reasoning::Stage<In, Out>> stage, int turn,
                      std::size_t index, In input) {
  const auto who = stage->identity();
  io::Step<Out> step;
  step.key = {who.stage, who.version, turn, static_cast<int>(index), who.model, who.prompt, ""};
  step.inputs = io::hash_of(input);
  step.run = [stage, input = std::move(input)] { return stage->run(input); };
  return step;
}

std::vector<core::Action> actions_done(const core::Record& record) {
  std::vector<core::Action> done;
  for (const auto& result : record.tool_results()) done.push_back(result.action);
  return done;
}

// The picture that a search for pictures found, which it put first. What else a page shows is no
// evidence by itself.
std::optional<core::Image> shown_picture(const core::Source& source, const core::Action& action) {
  const bool found = source.match || action.tool == "image_search";
  if (!found || source.images.empty()) return std::nullopt;
  return source.images.front();
}

// How many items of evidence the turn before brought.
std::size_t evidence_of_turn(const core::Record& record, int turn) {
  std::size_t count = 0;
  for (const auto& item : record.evidence()) count += item.turn == turn ? 1 : 0;
  return count;
}

}  // namespace

Defame::Defame(reasoning::StageSet stages, const tools::Toolbox& toolbox, core::LabelSpace labels,
               DefameOptions options, Watch watch)
    : stages_(std::move(stages)),
      toolbox_(toolbox),
      labels_(std::move(labels)),
      options_(options),
      watch_(std::move(watch)) {}

awaitable<core::Judgement> Defame::check(io::RecordFile& record) const {
  for (int turn = 1;; ++turn) {
    const core::Plan plan = co_await this->plan(record, turn);
    const bool last = turn >= options_.max_turns || plan.actions.empty();
    auto results = co_await toolbox_.perform(record, turn, plan);
    co_await summarize(record, turn, std::move(results));
    co_await develop(record, turn);
    core::Judgement judgement = co_await judge(record, turn, last);
    if (last || judgement.verdict != core::Verdict::not_enough_evidence) {
      co_await justify(record, turn);
      record.append(EntryType::end, core::Json::object());
      co_return judgement;
    }
  }
}

awaitable<core::Plan> Defame::plan(io::RecordFile& record, int turn) const {
  watch_("plan", "turn " + std::to_string(turn));
  const auto& so_far = record.record();
  reasoning::PlanInput input;
  input.claim = so_far.claim();
  input.turn = turn;
  input.tools = toolbox_.names();
  input.done = actions_done(so_far);
  input.evidence = so_far.evidence();
  input.developments = so_far.developments();
  input.new_evidence = evidence_of_turn(so_far, turn - 1);
  core::Plan plan =
      co_await record.step(EntryType::plan, step_of(stages_.plan, turn, 0, std::move(input)));
  for (const auto& action : plan.actions) watch_("search", action.to_string());
  co_return plan;
}

awaitable<void> Defame::summarize(io::RecordFile& record, int turn,
                                  std::vector<core::ToolResult> results) const {
  const auto found = new_sources(record.record(), record.blobs(), results.size());
  const auto& fresh = found.fresh;
  watch_("summarize", std::to_string(fresh.size()) + " sources");
  std::vector<io::Step<core::Summary>> steps;
  for (const auto& one : fresh) {
    reasoning::SummarizeInput input;
    input.claim = record.record().claim();
    input.source = one.source;
    input.picture = shown_picture(one.source, record.record().tool_results().at(one.action).action);
    input.text = record.blobs().read(one.source.text_blob);
    steps.push_back(step_of(stages_.summarize, turn, steps.size(), std::move(input)));
  }
  const auto summaries =
      co_await record.steps(EntryType::summary, std::move(steps), summaries_at_once);
  for (std::size_t i = 0; i < summaries.size(); ++i) {
    if (summaries[i].none()) continue;
    core::Evidence item;
    item.id = "E" + std::to_string(record.record().evidence().size() + 1);
    item.turn = turn;
    item.action = fresh[i].action;
    item.source = fresh[i].source;
    item.takeaways = summaries[i].takeaways;
    item.quotations = summaries[i].quotations;
    const auto& action = record.record().tool_results().at(item.action).action;
    if (auto picture = shown_picture(item.source, action)) item.images = {std::move(*picture)};
    record.append(EntryType::evidence, item);
  }
  // What repeats an item is shown with it; what repeats a source that said nothing says nothing.
  for (const auto& repeat : found.repeats)
    for (const auto& item : record.record().evidence())
      if (same_source(item.source, repeat.first)) {
        record.append(EntryType::repeat, core::Repeat{item.id, repeat.source, repeat.reason});
        break;
      }
}

awaitable<void> Defame::develop(io::RecordFile& record, int turn) const {
  watch_("develop", std::to_string(record.record().evidence().size()) + " items of evidence");
  reasoning::DevelopInput input{record.record().claim(), record.record().evidence()};
  co_await record.step(EntryType::development, step_of(stages_.develop, turn, 0, std::move(input)));
}

awaitable<core::Judgement> Defame::judge(io::RecordFile& record, int turn, bool last) const {
  watch_("judge", "");
  const auto& so_far = record.record();
  reasoning::JudgeInput input{so_far.claim(), labels_, so_far.evidence(),
                              so_far.developments().back(), last};
  return record.step(EntryType::judgement, step_of(stages_.judge, turn, 0, std::move(input)));
}

awaitable<void> Defame::justify(io::RecordFile& record, int turn) const {
  watch_("justify", "");
  const auto& so_far = record.record();
  reasoning::JustifyInput input{so_far.claim(), labels_, so_far.evidence(),
                                so_far.developments().back(), so_far.judgements().back()};
  co_await record.step(EntryType::justification,
                       step_of(stages_.justify, turn, 0, std::move(input)));
}

}  // namespace assay::procedures
