#include "models/providers/llama_slots.h"

#include <gtest/gtest.h>

#include <numeric>

namespace assay::models {
namespace {

using Tokens = LlamaSlots::Tokens;

Tokens numbers(int from, int count) {
  Tokens tokens(static_cast<std::size_t>(count));
  std::iota(tokens.begin(), tokens.end(), from);
  return tokens;
}

Tokens joined(Tokens a, const Tokens& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

LlamaSlots::Place filled(LlamaSlots& slots, const Tokens& prompt) {
  const auto place = slots.take(prompt, prompt.size()).value();
  for (auto i = place.shared; i < prompt.size(); ++i) slots.computed(place.slot, prompt[i]);
  return place;
}

TEST(LlamaSlotsTest, TheFirstPromptSharesNothing) {
  LlamaSlots slots(2);
  const auto place = slots.take(numbers(0, 50), 50);
  ASSERT_TRUE(place);
  EXPECT_EQ(place->shared, 0U);
  EXPECT_TRUE(slots.busy(place->slot));
}

TEST(LlamaSlotsTest, NoneWhereAllAreBusy) {
  LlamaSlots slots(1);
  filled(slots, numbers(0, 50));
  EXPECT_FALSE(slots.take(numbers(0, 50), 50));
  slots.release(0);
  EXPECT_TRUE(slots.take(numbers(0, 50), 50));
}

TEST(LlamaSlotsTest, TheSamePromptIsContinuedInPlaceButForItsLastToken) {
  LlamaSlots slots(3);
  const auto first = filled(slots, numbers(0, 50));
  slots.release(first.slot);
  const auto place = slots.take(numbers(0, 50), 50);
  ASSERT_TRUE(place);
  EXPECT_EQ(place->slot, first.slot);
  EXPECT_EQ(place->from, first.slot);
  EXPECT_EQ(place->shared, 49U);
}

TEST(LlamaSlotsTest, APrefixOfABusySlotIsCopied) {
  LlamaSlots slots(2);
  const auto prefix = numbers(0, 40);
  const auto first = filled(slots, joined(prefix, numbers(100, 10)));
  const auto place = slots.take(joined(prefix, numbers(200, 10)), 50);
  ASSERT_TRUE(place);
  EXPECT_NE(place->slot, first.slot);
  EXPECT_EQ(place->from, first.slot);
  EXPECT_EQ(place->shared, 40U);
  EXPECT_EQ(slots.held(place->slot), 40U);
}

TEST(LlamaSlotsTest, AShortPrefixDoesNotCostALongTail) {
  LlamaSlots slots(2);
  const auto prefix = numbers(0, 20);
  const auto first = filled(slots, joined(prefix, numbers(100, 500)));
  slots.release(first.slot);
  const auto place = slots.take(joined(prefix, numbers(1000, 10)), 30);
  ASSERT_TRUE(place);
  EXPECT_NE(place->slot, first.slot);
  EXPECT_EQ(place->shared, 20U);
  EXPECT_EQ(slots.held(first.slot), 520U);
}

TEST(LlamaSlotsTest, WhatFollowsAPictureIsNotShared) {
  LlamaSlots slots(2);
  filled(slots, numbers(0, 50));
  const auto place = slots.take(numbers(0, 50), 10);
  ASSERT_TRUE(place);
  EXPECT_EQ(place->shared, 10U);
}

TEST(LlamaSlotsTest, TheStalestIsTheOneThatWasUsedLongestAgo) {
  LlamaSlots slots(3);
  const auto a = filled(slots, numbers(0, 30));
  const auto b = filled(slots, numbers(100, 30));
  EXPECT_FALSE(slots.stalest());
  slots.release(b.slot);
  slots.release(a.slot);
  EXPECT_EQ(slots.stalest(), b.slot);
  slots.clear(b.slot);
  EXPECT_EQ(slots.stalest(), a.slot);
}

}  // namespace
}  // namespace assay::models
