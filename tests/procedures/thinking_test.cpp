// A check whose stages ask a model: limits, failures, resuming, replaying, cancelling.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "assay/core/error.h"
#include "procedures/baseline.h"
#include "procedures/defame.h"
#include "support/support.h"

namespace assay::procedures {
namespace {

namespace asio = boost::asio;
using asio::awaitable;
using core::Verdict;
using models::ModelFailure;
using std::chrono::milliseconds;
using testing::HasSubstr;

constexpr auto never = milliseconds(60'000);

awaitable<void> sleep(milliseconds time) {
  asio::steady_timer timer(co_await asio::this_coro::executor, time);
  co_await timer.async_wait(asio::use_awaitable);
}

// Answers each prompt, which is the stage's name and what it is about, as the script says.
struct Script {
  std::map<std::string, milliseconds> delays;          // by stage
  std::map<std::string, ModelFailure::Kind> failures;  // by prompt or stage
  std::vector<Verdict> verdicts{Verdict::refuted};     // of each turn, the last for the others
  std::vector<std::string> queries{"a"};               // one a turn; more turns find nothing
  milliseconds tool{0};
  std::map<std::string, int> asked;  // by stage
};

class Model : public models::ChatModel {
 public:
  explicit Model(Script& script) : script_(script) {}
  awaitable<models::ChatAnswer> chat(models::ChatRequest request) override {
    const auto prompt = std::get<models::TextPart>(request.messages.at(0).parts.at(0)).text;
    const auto stage = prompt.substr(0, prompt.find(' '));
    ++script_.asked[stage];
    if (const auto delay = script_.delays.find(stage); delay != script_.delays.end())
      co_await sleep(delay->second);
    for (const auto& name : {prompt, stage})
      if (const auto failure = script_.failures.find(name); failure != script_.failures.end())
        throw ModelFailure(failure->second, "m: it failed");
    models::ChatAnswer answer;
    answer.text = "answer to " + prompt;
    answer.tokens = {100, 0, 10};
    co_return answer;
  }
  const std::string& name() const override { return name_; }

 private:
  Script& script_;
  std::string name_ = "openai:m";
};

// Asks the model, and then answers as the test says, or with nothing where `fallback` allows it.
template <class In, class Out>
class Thinks : public reasoning::Stage<In, Out> {
 public:
  using Answer = std::function<Out(const In&)>;
  Thinks(std::string name, std::shared_ptr<Model> model, bool fallback, Answer answer)
      : name_(std::move(name)), model_(std::move(model)), fallback_(fallback), answer_(answer) {}

  reasoning::StageIdentity identity() const override { return {name_, "1", model_->name()}; }

  awaitable<Out> run(In input, reasoning::Session& session) const override {
    reasoning::Backbone backbone;
    backbone.model = model_;
    backbone.cost = [](const models::TokenCount&) { return std::optional(0.01); };
    reasoning::Session::Ask ask;
    models::Message message;
    message.parts.emplace_back(models::TextPart{name_ + about(input)});
    ask.messages.push_back(std::move(message));
    try {
      co_await session.ask(backbone, std::move(ask));
      session.judge_form(core::Form::exact, "");
    } catch (const ModelFailure&) {
      if (!fallback_) throw;
      co_return Out{};
    }
    co_return answer_(input);
  }

 private:
  static std::string about(const In& input) {
    if constexpr (std::is_same_v<In, reasoning::SummarizeInput>) return " " + input.text;
    return " ";
  }

  std::string name_;
  std::shared_ptr<Model> model_;
  bool fallback_;
  Answer answer_;
};

// Finds two pages for each query.
class Pages : public tools::Tool {
 public:
  explicit Pages(Script& script) : script_(script) {}
  std::string name() const override { return "web_search"; }
  std::string version() const override { return "1"; }
  std::string options() const override { return ""; }
  awaitable<tools::Findings> perform(tools::Request request) const override {
    if (script_.tool.count() > 0) co_await sleep(script_.tool);
    tools::Findings findings;
    for (const char* which : {"first", "second"}) {
      tools::Found found;
      const auto query = request.action.arguments.front();
      found.source.document = query + which;
      found.text = std::string(which) + " page on " + query;
      found.bytes = found.text;
      findings.found.push_back(std::move(found));
    }
    co_return findings;
  }

 private:
  Script& script_;
};

template <class In, class Out>
auto thinks(const char* name, std::shared_ptr<Model> model, bool fallback,
            std::function<Out(const In&)> answer) {
  return std::make_shared<Thinks<In, Out>>(name, std::move(model), fallback, std::move(answer));
}

reasoning::StageSet stages(Script& script) {
  using namespace reasoning;
  const auto model = std::make_shared<Model>(script);
  StageSet set;
  set.plan = thinks<PlanInput, core::Plan>("plan", model, false, [&](const PlanInput& in) {
    core::Plan plan;
    const auto turn = static_cast<std::size_t>(in.turn);
    if (turn <= script.queries.size())
      plan.actions.push_back({"web_search", {script.queries[turn - 1]}, ""});
    return plan;
  });
  set.summarize = thinks<SummarizeInput, core::Summary>(
      "summarize", model, true,
      [](const SummarizeInput& in) { return core::Summary{in.text, {}}; });
  set.develop = thinks<DevelopInput, core::Development>(
      "develop", model, true, [](const DevelopInput&) { return core::Development{"dev", {}, {}}; });
  set.judge = thinks<JudgeInput, core::Judgement>(
      "judge", model, false, [&, turn = std::size_t{0}](const JudgeInput&) mutable {
        const auto verdict = script.verdicts.at(std::min(turn++, script.verdicts.size() - 1));
        return core::Judgement{verdict, "", 0.5, "", {}};
      });
  set.justify = thinks<JustifyInput, core::Justification>(
      "justify", model, true, [](const JustifyInput&) { return core::Justification{"So."}; });
  return set;
}

class Thinking : public testing::Test {
 protected:
  awaitable<core::Judgement> run(io::RecordFile& record, const tools::Toolbox& toolbox) {
    const Defame defame(stages(script_), toolbox, core::LabelSpace::named("default"), options_,
                        [](std::string_view, std::string_view) {});
    co_return co_await defame.check(record);
  }

  // In `folder`; beside the record of an earlier run where one is given. Throws what it throws.
  core::Record check(const std::string& folder = "run",
                     std::shared_ptr<const core::Record> replayed = nullptr,
                     std::optional<milliseconds> cancel = {}) {
    const io::SystemClock clock;
    const tools::Toolbox toolbox({std::make_shared<Pages>(script_)});
    core::Claim claim;
    claim.id = "c";
    claim.text = core::MultimodalText("A claim.");
    io::RecordFile record(folder_ / folder, {claim, core::Json::object(), "test"}, clock,
                          io::Blobs(folder_ / "blobs"), {}, std::move(replayed));
    asio::io_context loop(1);
    asio::cancellation_signal signal;
    std::exception_ptr error;
    asio::co_spawn(loop, run(record, toolbox),
                   asio::bind_cancellation_slot(
                       signal.slot(), [&](std::exception_ptr e, core::Judgement) { error = e; }));
    asio::steady_timer timer(loop);
    if (cancel) {
      timer.expires_after(*cancel);
      timer.async_wait([&](auto) { signal.emit(asio::cancellation_type::terminal); });
    }
    loop.run();
    if (error) std::rethrow_exception(error);
    return record.record();
  }

  std::string record_of(const std::string& folder) {
    return test::read(folder_ / folder / "record.jsonl");
  }

  // Is the run replayed to the same bytes, without a call?
  void expect_replay(const core::Record& record) {
    script_.asked.clear();
    check("again", std::make_shared<const core::Record>(record));
    EXPECT_TRUE(script_.asked.empty());
    EXPECT_EQ(record_of("again"), record_of("run"));
  }
  // Is the run, cut behind each of its entries, resumed to the same values?
  void expect_resume(const core::Record& record) {
    const auto whole = record_of("run");
    for (auto cut = whole.find('\n'); cut != std::string::npos; cut = whole.find('\n', cut + 1)) {
      test::write(folder_ / "resumed/record.jsonl", whole.substr(0, cut + 1));
      const auto resumed = check("resumed");
      ASSERT_EQ(resumed.entries().size(), record.entries().size()) << "cut at " << cut;
      for (std::size_t i = 0; i < resumed.entries().size(); ++i)
        EXPECT_EQ(resumed.entries()[i].value, record.entries()[i].value);
    }
  }
  static std::string limits_of(const core::Record& record) {
    std::string all;
    for (const auto& entry : record.entries())
      if (entry.type == core::EntryType::limit) all += entry.value;
    return all;
  }

  test::TempDir folder_;
  Script script_;
  DefameOptions options_;
};

TEST_F(Thinking, ThreeTurnsAreReplayedAndResumed) {
  script_.queries = {"a", "b", "c", "d"};
  script_.verdicts = {Verdict::not_enough_evidence};
  const auto record = check();
  EXPECT_EQ(record.judgements().size(), 3U);
  EXPECT_EQ(script_.asked["plan"], 3);
  EXPECT_EQ(script_.asked["summarize"], 6);
  EXPECT_TRUE(record.complete());
  expect_replay(record);
  expect_resume(record);
}

TEST_F(Thinking, TheBudgetStopsInTimeAndSaysSo) {
  script_.queries = {"a", "b", "c"};
  script_.verdicts = {Verdict::not_enough_evidence};
  options_.limits.budget = 0.075;  // a turn costs 0.05, and 0.03 are kept
  const auto record = check();
  EXPECT_EQ(record.judgements().size(), 1U);
  EXPECT_THAT(limits_of(record), HasSubstr("the budget of 0.075 USD"));
  EXPECT_TRUE(record.justification().has_value());
  EXPECT_TRUE(record.complete());
  EXPECT_LE(cost_of(record), 0.075);
  expect_replay(record);
  expect_resume(record);
}

TEST_F(Thinking, TheBudgetStopsTheReadingOfSources) {
  options_.limits.budget = 0.06;  // after plan 0.01, with 0.03 kept, 0.02 are left
  options_.limits.cost_of_reading = [](std::size_t) { return 0.015; };
  const auto record = check();
  EXPECT_EQ(script_.asked["summarize"], 1);
  EXPECT_THAT(limits_of(record), HasSubstr("1 of 2 sources"));
  EXPECT_EQ(record.evidence().size(), 1U);
  expect_replay(record);
  expect_resume(record);
}

TEST_F(Thinking, AToolThatNeverEndsIsGivenUp) {
  script_.tool = never;
  options_.limits.deadline = std::chrono::duration<double>(0.3);
  const auto begin = std::chrono::steady_clock::now();
  const auto record = check();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, milliseconds(10'000));
  EXPECT_NE(record.tool_results().at(0).error, "");
  EXPECT_TRUE(record.complete());
  expect_replay(record);
}

TEST_F(Thinking, ASummaryThatNeverEndsIsGivenUp) {
  script_.delays["summarize"] = never;
  script_.verdicts = {Verdict::not_enough_evidence};
  options_.limits.deadline = std::chrono::duration<double>(0.3);
  const auto begin = std::chrono::steady_clock::now();
  const auto record = check();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, milliseconds(10'000));
  EXPECT_TRUE(record.evidence().empty());
  EXPECT_THAT(limits_of(record), HasSubstr("the deadline of 0.3 s"));
  EXPECT_TRUE(record.justification().has_value());
  EXPECT_TRUE(record.complete());
  EXPECT_THAT(record_of("run"), HasSubstr("\"error_kind\":\"deadline\""));
  expect_replay(record);
}

TEST_F(Thinking, OneSummaryThatFailsIsLeftOutAndTold) {
  script_.failures["summarize second page on a"] = ModelFailure::Kind::unavailable;
  const auto record = check();
  ASSERT_EQ(record.evidence().size(), 1U);
  EXPECT_EQ(record.evidence()[0].takeaways, "first page on a");
  ASSERT_EQ(record.warnings().size(), 1U);
  EXPECT_THAT(record.warnings()[0],
              HasSubstr("summarize (turn 1, 2): no usable answer of openai:m"));
  expect_replay(record);
  expect_resume(record);
}

TEST_F(Thinking, AModelThatIsDownAtPlanOrJudgeEndsTheCheckWhichIsThenResumed) {
  for (const char* stage : {"plan", "judge"}) {
    const std::string folder = stage;
    script_.failures = {{stage, ModelFailure::Kind::unreachable}};
    EXPECT_THROW(check(folder), ModelFailure);
    EXPECT_FALSE(io::load_record(folder_ / folder / "record.jsonl", {}).complete());
    script_.failures.clear();
    script_.asked.clear();
    const auto record = check(folder);
    EXPECT_TRUE(record.complete());
    EXPECT_EQ(script_.asked["plan"], folder == "plan" ? 1 : 0);
    EXPECT_EQ(script_.asked["judge"], 1);
  }
}

TEST_F(Thinking, AModelThatIsDownAtJustifyLeavesTheVerdict) {
  script_.failures["justify"] = ModelFailure::Kind::unavailable;
  const auto record = check();
  EXPECT_EQ(record.judgements().back().verdict, Verdict::refuted);
  EXPECT_THAT(record.warnings().at(0), HasSubstr("justify"));
  expect_replay(record);
}

TEST_F(Thinking, AReplayRefusesARecordThatDiffers) {
  const auto record = check();
  script_.queries = {"other"};
  EXPECT_THROW(check("other", std::make_shared<const core::Record>(record)), core::InputError);
  script_.queries = {"a"};
  script_.verdicts = {Verdict::supported};
  EXPECT_THROW(check("another", std::make_shared<const core::Record>(record)), core::InputError);
  options_.develop = false;
  EXPECT_THROW(check("third", std::make_shared<const core::Record>(record)), core::InputError);
}

TEST_F(Thinking, ACancelledCheckEndsAndIsResumed) {
  const auto begin = std::chrono::steady_clock::now();
  for (const char* stage : {"plan", "summarize", "judge"}) {
    script_.delays = {{stage, never}};
    options_.limits.deadline = std::chrono::duration<double>(100);
    EXPECT_THROW(check(stage, nullptr, milliseconds(200)), boost::system::system_error);
    EXPECT_FALSE(io::load_record(folder_ / stage / "record.jsonl", {}).complete());
    script_.delays.clear();
    EXPECT_TRUE(check(stage).complete());
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, milliseconds(20'000));
}

TEST_F(Thinking, ABaselineIsAJudgementAlone) {
  const io::SystemClock clock;
  core::Claim claim;
  claim.text = core::MultimodalText("A claim.");
  io::RecordFile record(folder_ / "run", {claim, core::Json::object(), "test"}, clock,
                        io::Blobs(folder_ / "blobs"), {});
  const auto judge = thinks<reasoning::BaselineInput, core::Judgement>(
      "direct", std::make_shared<Model>(script_), false, [](const reasoning::BaselineInput&) {
        return core::Judgement{Verdict::supported, "supported", 0.7, "I know it.", {}};
      });
  const Baseline baseline(judge, core::LabelSpace::named("default"),
                          [](std::string_view, std::string_view) {});
  asio::io_context loop(1);
  asio::co_spawn(loop, baseline.check(record), [](std::exception_ptr, core::Judgement) {});
  loop.run();
  EXPECT_TRUE(record.record().complete());
  EXPECT_TRUE(record.record().evidence().empty());
  EXPECT_THAT(record.record().justification()->text,
              testing::AllOf(HasSubstr("no source backs it"), HasSubstr("I know it.")));
}

}  // namespace
}  // namespace assay::procedures
