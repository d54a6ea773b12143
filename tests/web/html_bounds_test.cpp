#include "web/html_bounds.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "web/article.h"

namespace assay::web {
namespace {

std::string repeated(const std::string& text, std::size_t times) {
  std::string all;
  all.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

std::string refusal(const std::string& html, const HtmlBounds& bounds = {}) {
  try {
    check_bounds(html, bounds);
  } catch (const Unreadable& error) {
    return error.what();
  }
  return "";
}

TEST(HtmlBounds, LetsOrdinaryPagesThrough) {
  EXPECT_EQ(refusal("<!doctype html><html><body><p>One<p>Two<ul><li>A<li>B</ul><br></body></html>"),
            "");
  EXPECT_EQ(refusal(""), "");
}

TEST(HtmlBounds, RefusesDeepNesting) {
  EXPECT_NE(refusal(repeated("<div>", 100'000)).find("nested"), std::string::npos);
  EXPECT_NE(
      refusal(repeated("<span>", 100'000) + "x" + repeated("</span>", 100'000)).find("nested"),
      std::string::npos);
}

TEST(HtmlBounds, RefusesUnclosedFormattingTags) {
  EXPECT_NE(refusal(repeated("<b><i>", 50'000)).find("nested"), std::string::npos);
  EXPECT_NE(refusal(repeated("<p><b>", 50'000)).find("nested"), std::string::npos);
}

TEST(HtmlBounds, CountsElementsThatCloseThemselvesOnce) {
  EXPECT_EQ(refusal(repeated("<p>word", 100'000)), "");
  EXPECT_EQ(refusal(repeated("<li>word", 100'000)), "");
  EXPECT_EQ(refusal(repeated("<br>", 100'000)), "");
  EXPECT_EQ(refusal(repeated("<div>x</div>", 100'000)), "");
}

TEST(HtmlBounds, RefusesManyAttributes) {
  EXPECT_NE(refusal("<p " + repeated("a=1 ", 100'000) + ">").find("attributes"), std::string::npos);
  EXPECT_NE(
      refusal("<p " + repeated("a", 1) + repeated(" b='x>y'", 5'000) + ">").find("attributes"),
      std::string::npos);
}

TEST(HtmlBounds, RefusesManyTagsAndBytes) {
  EXPECT_NE(refusal(repeated("<p>x</p>", 600'000)).find("tags"), std::string::npos);
  EXPECT_NE(refusal(std::string(1001, 'x'), {.bytes = 1000}).find("longer"), std::string::npos);
}

TEST(HtmlBounds, DoesNotCountWhatIsNoMarkup) {
  EXPECT_EQ(refusal("<script>" + repeated("'<div>'", 10'000) + "</script>"), "");
  EXPECT_EQ(refusal("<!--" + repeated("<div>", 10'000) + "-->"), "");
  EXPECT_EQ(refusal(repeated("a < b ", 10'000)), "");
}

TEST(HtmlBounds, TakesLinearTime) {
  const auto start = std::chrono::steady_clock::now();
  refusal(repeated("<!--", 2'000'000));
  refusal(repeated("<", 8'000'000));
  refusal("<a " + repeated("x=\"", 2'000'000));
  refusal(repeated("<div>", 900) + repeated("</x>", 900'000));
  refusal(repeated("<script>", 500'000));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

}  // namespace
}  // namespace assay::web
