#include "language/sketch.h"

#include <gtest/gtest.h>

#include <string>

namespace assay::language {
namespace {

std::string page(int number, const std::string& extra = "") {
  std::string text = "The council met on Monday and agreed to build a new bridge over the river. ";
  text += "Work begins in spring, the mayor said, and the old bridge will be closed for " +
          std::to_string(number) + " weeks. ";
  text += "Shops on both banks fear for their trade, while residents hope for less traffic. ";
  return text + "The money comes from the state, which pays most of the cost. " + extra;
}

TEST(Sketch, FindsCopiesWithAFewOtherWords) {
  const Sketch original(page(12));
  EXPECT_TRUE(original.nearly_same(Sketch(page(12))));
  EXPECT_TRUE(original.nearly_same(Sketch(page(12, "Read more here."))));
  EXPECT_DOUBLE_EQ(original.likeness(Sketch(page(12))), 1);
}

TEST(Sketch, AnotherNumberIsAnotherText) {
  EXPECT_FALSE(Sketch(page(12)).nearly_same(Sketch(page(21))));
  EXPECT_FALSE(Sketch("27 people died").nearly_same(Sketch("72 people died")));
}

TEST(Sketch, ShortTextsMustBeTheSame) {
  EXPECT_TRUE(Sketch("A man lands on the Moon!").nearly_same(Sketch("a man lands on the moon")));
  EXPECT_FALSE(Sketch("A man lands on the Moon").nearly_same(Sketch("No man lands on the Moon")));
  EXPECT_FALSE(Sketch("").nearly_same(Sketch("")));
}

TEST(Sketch, OtherTextsAreNotAlike) {
  EXPECT_LT(Sketch(page(12)).likeness(Sketch("A cat sat on the mat and looked at the rain.")), 0.1);
}

// As two papers print one agency report: the second cut short, and with other words around it.
TEST(Sketch, FindsTheTextOfAnAgencyWithOtherWordsAroundIt) {
  const auto report = page(12) + "The council will vote again in June, when the bids are in. " +
                      "Critics call the plan too dear and want the old bridge repaired instead.";
  const Sketch first("By our own correspondent in Vale. " + report +
                     " Copyright 2019, all rights are reserved.");
  const Sketch second("VALE (Agency) - " + report.substr(0, 380) +
                      " Sign up for our newsletter, and never miss a story of your town.");
  EXPECT_FALSE(second.nearly_same(first));
  EXPECT_TRUE(second.copied_from(first));
  EXPECT_TRUE(first.holds("Shops on both banks fear for their trade"));
  EXPECT_FALSE(first.holds("Shops on both banks hope for their trade"));
  EXPECT_FALSE(first.holds("both banks fear"));
}

TEST(Sketch, ATextWithMuchOfItsOwnIsNoCopy) {
  std::string own;
  for (int i = 0; i < 12; ++i)
    own += "Paragraph " + std::to_string(i) + " tells what our reporter saw on day " +
           std::to_string(i * 3) + " at the river. ";
  const Sketch longer(page(12) + own);
  EXPECT_FALSE(longer.copied_from(Sketch(page(12))));
  EXPECT_TRUE(Sketch(page(12)).copied_from(longer));
  EXPECT_NEAR(longer.taken_from(Sketch(page(12))).share, 0.28, 0.1);
}

TEST(Sketch, ACopyWithAnotherNumberSaysSomethingElse) {
  const Sketch first(page(12, "Read more here."));
  const Sketch other(page(21, "All about it."));
  EXPECT_TRUE(other.taken_from(first).other_numbers);
  EXPECT_FALSE(other.copied_from(first));
  // What stands around it may have any.
  EXPECT_TRUE(Sketch(page(12) + "Call 555 1234 now").copied_from(first));
}

}  // namespace
}  // namespace assay::language
