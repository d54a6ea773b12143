#include "procedures/limits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

namespace assay::procedures {
namespace {

using Seconds = std::chrono::duration<double>;
using testing::HasSubstr;

core::Record record_with(const std::vector<core::ModelCall>& calls) {
  core::Record record;
  core::Entry entry;
  entry.type = core::EntryType::warning;
  entry.value = R"({"message": "x"})";
  entry.calls = calls;
  record.append(std::move(entry));
  return record;
}

core::ModelCall call(double cost, double seconds) {
  core::ModelCall one;
  one.cost = cost;
  one.seconds = seconds;
  return one;
}

TEST(Limits, NoneIsNeverReached) {
  const Limits limits({});
  EXPECT_FALSE(limits.reached(record_with({call(1e9, 1e9)})));
  EXPECT_FALSE(limits.gather_until({}));
  EXPECT_FALSE(limits.judge_until());
  EXPECT_EQ(limits.affordable({}, {1, 2, 3}), 3U);
}

TEST(Limits, TheBudgetKeepsWhatThreeCallsCost) {
  LimitOptions options;
  options.budget = 1.0;
  const Limits limits(options);
  EXPECT_FALSE(limits.reached({}));
  EXPECT_FALSE(limits.reached(record_with({call(0.2, 1)})));  // 0.2 + 3 × 0.2
  const auto why = limits.reached(record_with({call(0.2, 1), call(0.25, 1)}));
  ASSERT_TRUE(why);  // 0.45 + 3 × 0.25
  EXPECT_THAT(*why, HasSubstr("the budget of 1 USD: 0.45 are spent"));
  EXPECT_TRUE(limits.reached(record_with({call(0.2, 1)}), calls_to_go_on));  // 0.2 + 5 × 0.2
  EXPECT_FALSE(limits.reached(record_with({core::ModelCall{}})));            // no price is known
}

TEST(Limits, ReadingIsPaidForAsFarAsThereIsMoney) {
  LimitOptions options;
  options.budget = 1.0;
  options.cost_of_judging = 0.2;  // 0.6 are kept
  options.cost_of_reading = [](std::size_t bytes) { return static_cast<double>(bytes) / 1000; };
  const Limits limits(options);
  EXPECT_EQ(limits.affordable({}, {90, 90, 90, 90, 90}), 4U);
  EXPECT_EQ(limits.affordable({}, {500, 1}), 0U);
  EXPECT_EQ(limits.affordable({}, {}), 0U);
  EXPECT_EQ(limits.affordable(record_with({call(0.35, 1)}), {100}), 0U);
}

TEST(Limits, TheDeadlineKeepsTimeForThreeCalls) {
  LimitOptions options;
  options.deadline = Seconds(100);
  const Limits limits(options);
  const auto left = [&](const core::Record& record) {
    return Seconds(*limits.gather_until(record) - Limits::Clock::now()).count();
  };
  EXPECT_NEAR(left({}), 90, 1);
  EXPECT_NEAR(left(record_with({call(0, 4)})), 86, 1.5);
  EXPECT_NEAR(left(record_with({call(0, 60)})), 50, 1.5);  // half at most
  EXPECT_FALSE(limits.reached({}));
  EXPECT_GT(*limits.judge_until(), Limits::Clock::now() + std::chrono::seconds(100));
}

TEST(Limits, TheDeadlineIsReachedBeforeItHasPassed) {
  LimitOptions options;
  options.deadline = Seconds(0.02);
  const Limits limits(options);
  std::this_thread::sleep_for(std::chrono::milliseconds(25));
  const auto why = limits.reached({});
  ASSERT_TRUE(why);
  EXPECT_THAT(*why, HasSubstr("the deadline of 0.02 s"));
}

TEST(CostOf, IsTheSumOfWhatIsKnown) {
  EXPECT_EQ(cost_of({}), 0);
  EXPECT_DOUBLE_EQ(cost_of(record_with({call(0.1, 1), core::ModelCall{}, call(0.2, 1)})), 0.3);
}

}  // namespace
}  // namespace assay::procedures
