#include "procedures/defame.h"

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <functional>
#include <nlohmann/json.hpp>

#include "support/support.h"

namespace assay::procedures {
namespace {

using boost::asio::awaitable;
using core::Verdict;

// A stage whose answers the test writes.
template <class In, class Out>
class Scripted : public reasoning::Stage<In, Out> {
 public:
  Scripted(std::string name, std::function<Out(const In&)> answer)
      : name_(std::move(name)), answer_(std::move(answer)) {}
  reasoning::StageIdentity identity() const override { return {name_, "1", "scripted"}; }
  awaitable<Out> run(In input, reasoning::Session&) const override { co_return answer_(input); }

 private:
  std::string name_;
  std::function<Out(const In&)> answer_;
};

template <class In, class Out>
auto scripted(std::string name, std::function<Out(const In&)> answer) {
  return std::make_shared<Scripted<In, Out>>(std::move(name), std::move(answer));
}

// Finds one source of its own for each query, and one that every query finds.
class EchoTool : public tools::Tool {
 public:
  std::string name() const override { return "web_search"; }
  std::string version() const override { return "1"; }
  std::string options() const override { return ""; }
  awaitable<tools::Findings> perform(tools::Request request) const override {
    const auto& action = request.action;
    tools::Findings findings;
    for (const auto& name : {action.arguments.front(), std::string("common")}) {
      tools::Found found;
      found.source.document = name;
      found.source.url = "https://example.org/" + name;
      found.text = "About " + name + ".";
      found.bytes = found.text;
      findings.found.push_back(std::move(found));
    }
    co_return findings;
  }
};

struct Script {
  std::vector<std::vector<std::string>> queries;  // of each turn; later turns have none
  std::vector<Verdict> verdicts;                  // of each turn
  std::vector<bool> lasts;                        // what the judge was told
  std::vector<std::vector<core::Action>> done;    // what the planner was told
  int summaries = 0;
};

reasoning::StageSet stages(Script& script) {
  reasoning::StageSet set;
  set.plan =
      scripted<reasoning::PlanInput, core::Plan>("plan", [&](const reasoning::PlanInput& in) {
        script.done.push_back(in.done);
        core::Plan plan;
        const auto turn = static_cast<std::size_t>(in.turn) - 1;
        if (turn < script.queries.size())
          for (const auto& query : script.queries[turn])
            plan.actions.push_back({"web_search", {query}, ""});
        return plan;
      });
  set.summarize = scripted<reasoning::SummarizeInput, core::Summary>(
      "summarize", [&](const reasoning::SummarizeInput& in) {
        ++script.summaries;
        core::Summary summary;
        if (in.source.document == "nothing") return summary;
        summary.takeaways = in.text;
        summary.quotations.push_back({in.source.text_blob, 0, 5, in.text.substr(0, 5)});
        return summary;
      });
  set.develop = scripted<reasoning::DevelopInput, core::Development>(
      "develop", [](const reasoning::DevelopInput& in) {
        return core::Development{std::to_string(in.evidence.size()) + " items", {}, {}};
      });
  set.judge = scripted<reasoning::JudgeInput, core::Judgement>(
      "judge", [&](const reasoning::JudgeInput& in) {
        const auto verdict = script.verdicts.at(script.lasts.size());
        script.lasts.push_back(in.last);
        return core::Judgement{verdict, "", 0.5, "", {}};
      });
  set.justify = scripted<reasoning::JustifyInput, core::Justification>(
      "justify",
      [](const reasoning::JustifyInput&) { return core::Justification{"Because [E1]."}; });
  return set;
}

core::Record check(Script& script, const std::filesystem::path& folder, int max_turns = 3) {
  const io::SystemClock clock;
  const tools::Toolbox toolbox({std::make_shared<EchoTool>()});
  core::Claim claim;
  claim.id = "c";
  claim.text = core::MultimodalText("A claim.");
  io::RecordFile record(folder, {claim, core::Json::object(), "test"}, clock,
                        io::Blobs(folder / "blobs"), {});
  const Defame defame(stages(script), toolbox, core::LabelSpace::named("default"),
                      {.max_turns = max_turns, .limits = {}},
                      [](std::string_view, std::string_view) {});
  boost::asio::io_context loop(1);
  std::exception_ptr error;
  boost::asio::co_spawn(loop, defame.check(record),
                        [&](std::exception_ptr e, core::Judgement) { error = e; });
  loop.run();
  if (error) std::rethrow_exception(error);
  return record.record();
}

TEST(Defame, EndsAtADefiniteVerdict) {
  const test::TempDir dir;
  Script script{{{"a", "b"}}, {Verdict::refuted}, {}, {}, 0};
  const auto record = check(script, dir.path());
  EXPECT_EQ(script.lasts, std::vector<bool>{false});
  EXPECT_TRUE(record.complete());
  // a, common, b: what both searches found is read once.
  ASSERT_EQ(record.evidence().size(), 3U);
  EXPECT_EQ(record.evidence()[0].id, "E1");
  EXPECT_EQ(record.evidence()[1].source.document, "common");
  EXPECT_EQ(record.evidence()[2].source.document, "b");
  EXPECT_EQ(record.evidence()[2].action, 1U);
  EXPECT_EQ(script.summaries, 3);
}

TEST(Defame, GoesOnWhileEvidenceIsNotEnough) {
  const test::TempDir dir;
  constexpr auto nei = Verdict::not_enough_evidence;
  Script script{{{"a"}, {"b"}, {"c"}, {"d"}}, {nei, nei, nei}, {}, {}, 0};
  const auto record = check(script, dir.path());
  EXPECT_EQ(script.lasts, (std::vector<bool>{false, false, true}));
  EXPECT_EQ(record.judgements().size(), 3U);
  EXPECT_EQ(script.done.at(2).size(), 2U);
  EXPECT_EQ(record.evidence().back().id, "E4");  // a, common, b, c
  EXPECT_EQ(record.evidence().back().turn, 3);
  EXPECT_TRUE(record.justification().has_value());
}

TEST(Defame, StopsWhereThePlanIsEmpty) {
  const test::TempDir dir;
  constexpr auto nei = Verdict::not_enough_evidence;
  Script script{{{"a"}}, {nei, nei}, {}, {}, 0};
  check(script, dir.path());
  EXPECT_EQ(script.lasts, (std::vector<bool>{false, true}));
}

TEST(Defame, OneTurnIsTheLast) {
  const test::TempDir dir;
  Script script{{{"a"}, {"b"}}, {Verdict::not_enough_evidence}, {}, {}, 0};
  check(script, dir.path(), 1);
  EXPECT_EQ(script.lasts, std::vector<bool>{true});
}

TEST(Defame, ASourceThatSaysNothingIsNoEvidence) {
  const test::TempDir dir;
  Script script{{{"nothing"}}, {Verdict::supported}, {}, {}, 0};
  const auto record = check(script, dir.path());
  ASSERT_EQ(record.evidence().size(), 1U);
  EXPECT_EQ(record.evidence()[0].source.document, "common");
}

TEST(Defame, ARecordedCheckIsNotThoughtAgain) {
  const test::TempDir dir;
  Script first{{{"a"}}, {Verdict::supported}, {}, {}, 0};
  check(first, dir.path());
  const auto bytes = test::read(dir / "record.jsonl");
  Script second{{{"a"}}, {}, {}, {}, 0};
  const auto record = check(second, dir.path());
  EXPECT_EQ(second.summaries, 0);
  EXPECT_TRUE(second.done.empty());
  EXPECT_EQ(test::read(dir / "record.jsonl"), bytes);
  EXPECT_EQ(record.judgements().back().verdict, Verdict::supported);
}

}  // namespace
}  // namespace assay::procedures
