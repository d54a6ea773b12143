// A run's journal, its selection of claims, its settings, and what is compared.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "assay/core/error.h"
#include "eval/benchmarks/benchmark.h"
#include "eval/report/comparison.h"
#include "eval/run/journal.h"
#include "eval/run/presets.h"
#include "eval/run/selection.h"
#include "eval/score/metrics.h"
#include "support/support.h"

namespace assay::eval {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

ClaimRun answered(const std::string& id, const std::string& label) {
  ClaimRun run;
  run.id = id;
  run.prediction.id = id;
  run.prediction.label = label;
  run.prediction.confidence = 0.5;
  run.prediction.pairs = {{"q", "a", "u", "t", {"i"}}};
  run.effort.calls = 3;
  run.effort.model_cost = 0.25;
  return run;
}

TEST(Journal, IsReadAgainAndTheLastLineHolds) {
  const test::TempDir folder;
  {
    Journal journal(folder / "j");
    ClaimRun failed;
    failed.id = "a";
    failed.error = "no";
    journal.add(failed);
    journal.add(answered("a", "x"));
    journal.add(answered("b", "y"));
  }
  const Journal journal(folder / "j");
  EXPECT_THAT(journal.all(), SizeIs(2));
  ASSERT_NE(journal.find("a"), nullptr);
  EXPECT_FALSE(journal.find("a")->failed());
  EXPECT_EQ(claim_run_json(*journal.find("b")), claim_run_json(answered("b", "y")));
  EXPECT_EQ(journal.find("c"), nullptr);
}

TEST(Journal, PassesOverWhatAKillCutShort) {
  const test::TempDir folder;
  {
    Journal journal(folder / "j");
    journal.add(answered("a", "x"));
  }
  auto bytes = test::read(folder / "j");
  test::write(folder / "j", bytes + bytes.substr(0, 20));
  {
    Journal journal(folder / "j");
    EXPECT_THAT(journal.all(), SizeIs(1));
    journal.add(answered("b", "y"));  // on a line of its own
  }
  EXPECT_THAT(Journal(folder / "j").all(), SizeIs(2));
}

TEST(Journal, RefusesAnotherFile) {
  const test::TempDir folder;
  test::write(folder / "j", "{\"name\": 3}\n");
  EXPECT_THAT([&] { Journal(folder / "j"); },
              testing::ThrowsMessage<core::InputError>(HasSubstr("line 1")));
}

Dataset numbered(std::size_t count) {
  Dataset dataset;
  for (std::size_t i = 0; i < count; ++i) {
    Instance instance;
    instance.claim.id = std::to_string(i);
    dataset.instances.push_back(std::move(instance));
  }
  return dataset;
}

std::vector<std::string> ids(const Dataset& dataset) {
  std::vector<std::string> list;
  for (const auto& one : dataset.instances) list.push_back(one.claim.id);
  return list;
}

TEST(Selection, DrawsTheSameOnEveryMachine) {
  auto data = numbered(1'000);
  select({5, 42, {}}, data);
  // Stored: another machine, or another library, must draw these.
  EXPECT_EQ(ids(data), (std::vector<std::string>{"58", "249", "406", "897", "958"}));
}

TEST(Selection, DrawsEachClaimEquallyOften) {
  std::vector<int> counts(10, 0);
  for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
    auto data = numbered(10);
    select({3, seed, {}}, data);
    for (const auto& id : ids(data)) ++counts[std::stoul(id)];
  }
  for (const auto count : counts) EXPECT_NEAR(count, 600, 90);
}

TEST(Presets, AreNamed) {
  EXPECT_EQ(preset_named("lvlm").max_tokens, 256);
  EXPECT_THAT([] { preset_named("best"); },
              testing::ThrowsMessage<core::UsageError>(HasSubstr("defame rwpost-search lvlm")));
}

ClaimScore claim(const std::string& gold, const std::string& label) {
  ClaimScore one;
  one.id = std::to_string(std::hash<std::string>()(gold + label) % 1'000);
  one.gold = gold;
  one.label = label;
  one.answer = label.empty() ? Answer::missing : Answer::given;
  return one;
}

TEST(Metrics, VeritesPairsAreTrueAgainstNotTrue) {
  // A false claim that is called the other kind of false is right here; one without an answer is
  // not.
  const std::vector<ClaimScore> claims{claim("true", "true"),
                                       claim("true", "miscaptioned"),
                                       claim("true", ""),
                                       claim("out-of-context", "miscaptioned"),
                                       claim("out-of-context", "true"),
                                       claim("miscaptioned", "out-of-context"),
                                       claim("miscaptioned", "")};
  const auto section = verite_section(claims);
  EXPECT_EQ(section.at("true_vs_ooc").at("claims"), 5);
  EXPECT_DOUBLE_EQ(section.at("true_vs_ooc").at("accuracy"), 2.0 / 5);
  EXPECT_DOUBLE_EQ(section.at("true_vs_miscaptioned").at("accuracy"), 2.0 / 5);
  EXPECT_DOUBLE_EQ(section.at("true_vs_false").at("accuracy"), 3.0 / 7);
}

TEST(Metrics, OfNothingSayHowMuchThereIs) {
  const auto labels = core::LabelSpace::named("averitec");
  const auto empty = classification_section({}, labels, {});
  EXPECT_EQ(empty.at("claims"), 0);
  EXPECT_FALSE(empty.contains("accuracy"));
  const std::vector<ClaimScore> unlabelled{claim("", "Refuted")};
  const auto json = classification_section(unlabelled, labels, {});
  EXPECT_EQ(json.at("given"), 1);
  EXPECT_FALSE(json.contains("accuracy"));
  EXPECT_TRUE(calibration_section(unlabelled).is_null());
  EXPECT_TRUE(cost_section(unlabelled).is_null());
}

TEST(Metrics, IntervalsHoldTheValue) {
  std::vector<ClaimScore> claims;
  for (int i = 0; i < 200; ++i)
    claims.push_back(claim("Refuted", i % 4 == 0 ? "Supported" : "Refuted"));
  const auto json =
      classification_section(claims, core::LabelSpace::named("averitec"), MetricOptions{});
  EXPECT_DOUBLE_EQ(json.at("accuracy"), 0.75);
  EXPECT_LT(json.at("intervals").at("accuracy").at(0), 0.75);
  EXPECT_GT(json.at("intervals").at("accuracy").at(1), 0.75);
  EXPECT_NEAR(json.at("intervals").at("accuracy").at(0), 0.69, 0.02);
}

TEST(Comparison, RefusesWhatIsNoEvaluation) {
  const test::TempDir folder;
  const auto refusal = [&] {
    try {
      read_evaluation(folder.path());
    } catch (const core::InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(refusal(), HasSubstr("holds no evaluation"));
  test::write(folder / "metrics.json", "[]");
  test::write(folder / "config.json", "{}");
  test::write(folder / "scores.jsonl", "");
  EXPECT_THAT(refusal(), HasSubstr("metrics.json' holds no JSON object"));
  test::write(folder / "metrics.json", "{}");
  test::write(folder / "scores.jsonl", "{\"id\": \"a\"}\n{\"id\": \"a\"}\n");
  EXPECT_THAT(refusal(), HasSubstr("line 2: the claim 'a' comes twice"));
  test::write(folder / "scores.jsonl", "{\"id\": 3}\n");
  EXPECT_THAT(refusal(), HasSubstr("line 1"));
  EXPECT_THAT([&] { read_evaluations({folder.path()}); },
              testing::ThrowsMessage<core::UsageError>(HasSubstr("two runs")));
}

}  // namespace
}  // namespace assay::eval
