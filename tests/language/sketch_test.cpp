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

}  // namespace
}  // namespace assay::language
