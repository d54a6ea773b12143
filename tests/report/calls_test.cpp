#include "report/calls.h"

#include <gtest/gtest.h>

#include <limits>

#include "model_records.h"
#include "report/view.h"

namespace assay::report::test {
namespace {

CallsView calls() { return calls_of(models_check().record(), kept); }

TEST(Calls, AreSummedInAll) {
  const auto all = calls().all;
  EXPECT_EQ(all.calls, 6U);
  EXPECT_EQ(all.exact, 4U);
  EXPECT_EQ(all.repaired, 1U);
  EXPECT_EQ(all.unusable, 1U);
  EXPECT_EQ(all.failed, 1U);
  EXPECT_EQ(all.from_cache, 1U);
  EXPECT_EQ(all.retries, 4);
  EXPECT_EQ(all.tokens_in, 5000);
  EXPECT_EQ(all.tokens_cached, 1000);
  EXPECT_EQ(all.tokens_out, 250);
  EXPECT_DOUBLE_EQ(all.cost, 0.01);
  EXPECT_DOUBLE_EQ(all.paid_before, 0.002);
  EXPECT_DOUBLE_EQ(all.seconds, 7.5);
  EXPECT_DOUBLE_EQ(all.well_formed(), 4.0 / 6);
  ASSERT_TRUE(all.known_cost());
  EXPECT_DOUBLE_EQ(*all.known_cost(), 0.01);
}

TEST(Calls, AreGroupedByStageAndByModel) {
  const auto view = calls();
  ASSERT_EQ(view.stages.size(), 5U);
  EXPECT_EQ(view.stages[0].name, "plan");
  EXPECT_EQ(view.stages[0].sum.calls, 2U);
  EXPECT_EQ(view.stages[0].sum.failed, 1U);
  EXPECT_EQ(view.stages[0].others, std::vector<std::string>{"openai:cheap"});
  EXPECT_EQ(view.stages[4].name, "justify");
  ASSERT_EQ(view.models.size(), 2U);
  EXPECT_EQ(view.models[0].name, "openai:cheap");
  EXPECT_EQ(view.models[0].others, (std::vector<std::string>{"plan", "summarize"}));
  EXPECT_EQ(view.models[1].sum.calls, 3U);
  EXPECT_DOUBLE_EQ(view.models[1].sum.cost, 0.006);
  ASSERT_EQ(view.calls.size(), 6U);
  EXPECT_EQ(view.calls[2].stage, "summarize");
  EXPECT_EQ(view.calls[2].turn, 1);
}

TEST(Calls, HaveTheirThinkingWhereItIsTheOneThatIsNamed) {
  EXPECT_EQ(calls().calls[4].thinking, kept_thinking);
  EXPECT_EQ(calls_of(models_check().record(), {}).calls[4].thinking, "");
  const auto forged = [](std::string_view) { return std::optional<std::string>("forged"); };
  EXPECT_EQ(calls_of(models_check().record(), forged).calls[4].thinking, "");
}

TEST(Calls, WithoutAPriceHaveNoKnownCost) {
  const auto all = calls_of(baseline_check().record(), {}).all;
  EXPECT_EQ(all.unpriced, 1U);
  EXPECT_FALSE(all.known_cost());
  // What was never answered costs nothing.
  CallSum sum;
  sum.add(failed_call("m"));
  EXPECT_EQ(sum.known_cost(), 0.0);
  EXPECT_EQ(CallSum().well_formed(), 0);
}

TEST(Calls, OfARecordWithAbsurdAmountsAreBounded) {
  auto absurd = call("m", core::Form::exact, "");
  absurd.tokens_in = std::numeric_limits<std::int64_t>::max();
  absurd.tokens_out = -5;
  absurd.cost = std::numeric_limits<double>::quiet_NaN();
  absurd.seconds = std::numeric_limits<double>::infinity();
  absurd.tries = std::numeric_limits<int>::min();
  CallSum sum;
  for (int i = 0; i < 20; ++i) sum.add(absurd);
  EXPECT_GT(sum.tokens_in, 0);
  EXPECT_EQ(sum.tokens_out, 0);
  EXPECT_EQ(sum.cost, 0);
  EXPECT_EQ(sum.seconds, 0);
  EXPECT_EQ(sum.retries, 0);
}

TEST(Calls, OfSeveralChecksAddUp) {
  CallSum sum;
  sum.add(calls().all);
  sum.add(calls_of(baseline_check().record(), {}).all);
  EXPECT_EQ(sum.calls, 7U);
  EXPECT_EQ(sum.tokens_in, 6000);
  EXPECT_EQ(sum.exact, 5U);
  EXPECT_EQ(sum.unpriced, 1U);
  EXPECT_FALSE(sum.known_cost());
}

TEST(Calls, OfTheBuiltInStagesAreNone) {
  const auto view = report::view(refuted_check().record());
  EXPECT_EQ(view.calls.all.calls, 0U);
  EXPECT_EQ(view.calls.all.known_cost(), 0.0);
  EXPECT_FALSE(view.without_evidence);
}

TEST(Calls, LimitsAreApartFromWarnings) {
  const auto view = report::view(models_check().record());
  ASSERT_EQ(view.limits.size(), 1U);
  EXPECT_TRUE(view.limits[0].starts_with("gathering stopped"));
  EXPECT_TRUE(view.warnings.empty());
  EXPECT_TRUE(report::view(baseline_check().record()).without_evidence);
}

}  // namespace
}  // namespace assay::report::test
