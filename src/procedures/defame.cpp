#include "procedures/defame.h"

#include <utility>

#include "procedures/new_sources.h"
#include "procedures/shared_origins.h"
#include "procedures/site_opinions.h"
#include "procedures/step.h"

namespace assay::procedures {
namespace {

using boost::asio::awaitable;
using core::EntryType;

constexpr std::size_t summaries_at_once = 16;
constexpr std::size_t sites_at_once = 16;

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

// Of the last turn; empty where there is none, as in the ablation without this stage.
core::Development last_development(const core::Record& record) {
  return record.developments().empty() ? core::Development{} : record.developments().back();
}

}  // namespace

Defame::Defame(reasoning::StageSet stages, const tools::Toolbox& toolbox, core::LabelSpace labels,
               DefameOptions options, Watch watch)
    : stages_(std::move(stages)),
      toolbox_(toolbox),
      labels_(std::move(labels)),
      options_(std::move(options)),
      watch_(std::move(watch)) {}

awaitable<core::Judgement> Defame::check(io::RecordFile& record) const {
  Check check{record, Limits(options_.limits)};
  for (int turn = 1;; ++turn) {
    const auto from = record.record().entries().size();
    const core::Plan plan = co_await this->plan(check, turn);
    stop_if_reached(check, calls_to_end);
    bool last = turn >= options_.max_turns || plan.actions.empty();
    if (!check.stopped) co_await gather(check, turn, plan);
    if (options_.develop) co_await develop(check, turn);
    if (!last) stop_if_reached(check, calls_to_go_on);
    last = last || check.stopped;
    core::Judgement judgement = co_await judge(check, turn, last);
    const bool done = last || judgement.verdict != core::Verdict::not_enough_evidence;
    if (done) co_await justify(check, turn);
    warn_of_calls(record, from);
    if (!done) continue;
    record.append(EntryType::end, core::Json::object());
    co_return judgement;
  }
}

void Defame::stop_if_reached(Check& check, int calls) {
  if (!check.stopped)
    check.stopped =
        check.record.limit([&] { return check.limits.reached(check.record.record(), calls); });
}

awaitable<core::Plan> Defame::plan(Check& check, int turn) const {
  watch_("plan", "turn " + std::to_string(turn));
  const auto& so_far = check.record.record();
  reasoning::PlanInput input;
  input.claim = so_far.claim();
  input.labels = labels_.name();
  input.turn = turn;
  input.tools = toolbox_.help();
  input.done = actions_done(so_far);
  input.evidence = so_far.evidence();
  input.developments = so_far.developments();
  input.new_evidence = evidence_of_turn(so_far, turn - 1);
  input.repeats = so_far.repeats();
  core::Plan plan = co_await check.record.step(
      EntryType::plan, step_of(stages_.plan, check.record, turn, 0, std::move(input),
                               check.limits.gather_until(so_far)));
  for (const auto& action : plan.actions) watch_("search", action.to_string());
  co_return plan;
}

awaitable<void> Defame::gather(Check& check, int turn, core::Plan plan) const {
  const auto until = check.limits.gather_until(check.record.record());
  auto results = co_await toolbox_.perform(check.record, turn, std::move(plan), until);
  co_await summarize(check, turn, std::move(results));
}

awaitable<void> Defame::summarize(Check& check, int turn,
                                  std::vector<core::ToolResult> results) const {
  auto& record = check.record;
  auto found = new_sources(record.record(), record.blobs(), results.size());
  auto& fresh = found.fresh;
  std::vector<std::string> texts;
  std::vector<std::size_t> sizes;
  for (const auto& one : fresh) {
    texts.push_back(record.blobs().read(one.source.text_blob));
    sizes.push_back(texts.back().size());
  }
  const auto affordable = check.limits.affordable(record.record(), sizes);
  if (affordable < fresh.size()) {
    check.stopped = record.limit([&] {
      return "the budget is too small to read more than " + std::to_string(affordable) + " of " +
             std::to_string(fresh.size()) + " sources";
    });
    fresh.resize(affordable);
  }
  watch_("summarize", std::to_string(fresh.size()) + " sources");
  std::vector<io::Step<core::Summary>> steps;
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    const auto& one = fresh[i];
    reasoning::SummarizeInput input;
    input.claim = record.record().claim();
    input.source = one.source;
    input.picture = shown_picture(one.source, record.record().tool_results().at(one.action).action);
    input.text = std::move(texts[i]);
    steps.push_back(step_of(stages_.summarize, record, turn, i, std::move(input),
                            check.limits.gather_until(record.record())));
  }
  const auto summaries =
      co_await record.steps(EntryType::summary, std::move(steps), summaries_at_once);
  std::vector<core::Source> telling;
  for (std::size_t i = 0; i < summaries.size(); ++i)
    if (!summaries[i].none()) telling.push_back(fresh[i].source);
  co_await judge_sites(check, turn, std::move(telling));
  SharedOrigins origins(record.record(), record.blobs());
  for (std::size_t i = 0; i < summaries.size(); ++i) {
    if (summaries[i].none()) continue;
    core::Evidence item;
    item.id = "E" + std::to_string(record.record().evidence().size() + 1);
    item.turn = turn;
    item.action = fresh[i].action;
    item.source = with_opinion(fresh[i].source, record.record().sites());
    item.takeaways = summaries[i].takeaways;
    item.quotations = summaries[i].quotations;
    const auto& action = record.record().tool_results().at(item.action).action;
    if (auto picture = shown_picture(item.source, action)) item.images = {std::move(*picture)};
    item.shared_origins = origins.add(item);
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

// Asked of those sources alone that have something to say, all at once: a check waits for one call.
awaitable<void> Defame::judge_sites(Check& check, int turn,
                                    std::vector<core::Source> sources) const {
  auto& record = check.record;
  if (!stages_.judge_site || check.stopped) co_return;
  auto unknown = unknown_sites(sources, record.record().sites());
  if (unknown.empty()) co_return;
  watch_("judge_site", std::to_string(unknown.size()) + " sites");
  std::vector<io::Step<core::SiteOpinion>> steps;
  for (std::size_t i = 0; i < unknown.size(); ++i)
    steps.push_back(step_of(stages_.judge_site, record, turn, i, std::move(unknown[i]),
                            check.limits.gather_until(record.record())));
  co_await record.steps(EntryType::site, std::move(steps), sites_at_once);
}

awaitable<void> Defame::develop(Check& check, int turn) const {
  const auto& so_far = check.record.record();
  watch_("develop", std::to_string(so_far.evidence().size()) + " items of evidence");
  reasoning::DevelopInput input{so_far.claim(), so_far.evidence(), so_far.repeats()};
  co_await check.record.step(EntryType::development,
                             step_of(stages_.develop, check.record, turn, 0, std::move(input),
                                     check.limits.judge_until()));
}

awaitable<core::Judgement> Defame::judge(Check& check, int turn, bool last) const {
  watch_("judge", "");
  const auto& so_far = check.record.record();
  reasoning::JudgeInput input{so_far.claim(),           labels_, so_far.evidence(),
                              last_development(so_far), last,    so_far.repeats()};
  return check.record.step(
      EntryType::judgement,
      step_of(stages_.judge, check.record, turn, 0, std::move(input), check.limits.judge_until()));
}

awaitable<void> Defame::justify(Check& check, int turn) const {
  watch_("justify", "");
  const auto& so_far = check.record.record();
  reasoning::JustifyInput input{so_far.claim(),
                                labels_,
                                so_far.evidence(),
                                last_development(so_far),
                                so_far.judgements().back(),
                                so_far.repeats()};
  co_await check.record.step(EntryType::justification,
                             step_of(stages_.justify, check.record, turn, 0, std::move(input),
                                     check.limits.judge_until()));
}

}  // namespace assay::procedures
