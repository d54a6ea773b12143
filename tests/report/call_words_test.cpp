#include "report/call_words.h"

#include <gtest/gtest.h>

#include "model_records.h"

namespace assay::report::test {
namespace {

TEST(CallWords, Numbers) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(grouped(-123456), "-123,456");
  EXPECT_EQ(dollars(0), "0 USD");
  EXPECT_EQ(dollars(0.00001), "under 0.0001 USD");
  EXPECT_EQ(dollars(0.0123), "0.0123 USD");
  EXPECT_EQ(dollars(2), "2 USD");
  EXPECT_EQ(dollars(1234.5), "1234.50 USD");
}

TEST(CallWords, TellHowMuchOfTheCostIsKnown) {
  auto priced = call("m", core::Form::exact, "");
  auto unpriced = priced;
  unpriced.cost.reset();
  CallSum sum;
  EXPECT_EQ(cost_cell(sum), "–");
  EXPECT_EQ(cost_words(sum), "0 USD");
  sum.add(priced);
  EXPECT_EQ(cost_cell(sum), "0.002");
  sum.add(unpriced);
  EXPECT_EQ(cost_cell(sum), "over 0.002");
  EXPECT_EQ(cost_words(sum), "at least 0.002 USD (the price of 1 answer is not known)");
  CallSum unknown;
  unknown.add(unpriced);
  EXPECT_EQ(cost_cell(unknown), "not known");
  EXPECT_EQ(cost_words(unknown), "cost not known");
  priced.from_cache = true;
  CallSum cached;
  cached.add(priced);
  EXPECT_EQ(cost_words(cached), "0.002 USD (all of it paid before)");
}

TEST(CallWords, TellEverythingInALine) {
  EXPECT_EQ(calls_line(calls_of(models_check().record(), {}).all),
            "6 calls (1 from the cache): 5,000 tokens in (1,000 cached), 250 out; 0.01 USD (0.002 "
            "USD of it paid before); 67 % of the answers were well-formed");
}

TEST(CallWords, NameStepsAndFailures) {
  CallView view;
  view.stage = "summarize";
  view.turn = 2;
  EXPECT_EQ(step_name(view), "summarize (turn 2)");
  view.index = 2;
  EXPECT_EQ(step_name(view), "summarize (turn 2, 3)");
  EXPECT_EQ(failure_of(failed_call("m")), "unreachable: the server does not answer");
  EXPECT_EQ(failure_of(call("m", core::Form::exact, "")), "");
  EXPECT_EQ(failure_of(call("m", core::Form::unusable, "")), "nothing could be made of the answer");
}

}  // namespace
}  // namespace assay::report::test
