#include "report/citations.h"

#include <gtest/gtest.h>

namespace assay::report {
namespace {

bool known(std::string_view id) { return id == "E1" || id == "E2" || id == "E12"; }

std::string shape(std::string_view text) {
  std::string result;
  for (const auto& part : split_citations(text, known))
    result += part.citation ? "<" + part.text + ">" : "(" + part.text + ")";
  return result;
}

TEST(Citations, AreFoundAloneAndInLists) {
  EXPECT_EQ(shape("It is so [E1]. And so [E1, E12]; [E2][E1]"),
            "(It is so )<E1>(. And so )<E1><E12>(; )<E2><E1>");
  EXPECT_EQ(shape("[E1;E2]"), "<E1><E2>");
}

TEST(Citations, OfUnknownItemsStayText) {
  for (const char* text :
       {"[E3]", "[E1, E3]", "[]", "[ , ]", "[E1", "E1]", "[[", "[image:1]", "[e1]"})
    EXPECT_EQ(shape(text), "(" + std::string(text) + ")");
  EXPECT_EQ(shape(""), "");
  EXPECT_EQ(shape("[a [E1] b]"), "([a )<E1>( b])");
}

TEST(Citations, TakeLinearTimeOnBrackets) {
  const std::string brackets(200000, '[');
  EXPECT_EQ(split_citations(brackets, known).size(), 1U);
}

}  // namespace
}  // namespace assay::report
