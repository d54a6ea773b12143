#include "models/thinking.h"

#include <gtest/gtest.h>

namespace assay::models {
namespace {

TEST(Thinking, IsTakenFromTheAnswer) {
  const auto split = split_thinking("\n<think>\nwell…\n</think>\n\nYes.\n");
  EXPECT_EQ(split.thinking, "well…");
  EXPECT_EQ(split.text, "Yes.");
}

TEST(Thinking, AnAnswerWithoutStaysAsItIs) {
  const auto split = split_thinking(" Yes.\n");
  EXPECT_EQ(split.thinking, "");
  EXPECT_EQ(split.text, " Yes.\n");
}

TEST(Thinking, TheFirstMarkMayBeSwallowed) {
  const auto split = split_thinking("well…\n</think>\nYes.");
  EXPECT_EQ(split.thinking, "well…");
  EXPECT_EQ(split.text, "Yes.");
}

TEST(Thinking, ThinkingThatNeverEndsLeavesNoAnswer) {
  const auto split = split_thinking("<think>and then");
  EXPECT_EQ(split.thinking, "and then");
  EXPECT_EQ(split.text, "");
}

TEST(Thinking, AnAnswerThatQuotesTheMarksStaysWhole) {
  for (const std::string text : {"{\"page\": \"it says <think>x</think> there\"}",
                                 "The page says </think> in a line.", "a </think>\nb"})
    EXPECT_EQ(split_thinking(text).text, text);
}

}  // namespace
}  // namespace assay::models
