#include "reasoning/prompted/references.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

namespace assay::reasoning::prompted {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

Known known() {
  return {[](std::string_view id) { return id == "E1" || id == "E2" || id == "E12"; },
          [](int image) { return image == 1 || image == 4; },
          [](std::string_view url) { return url == "https://example.org/a"; }};
}

std::string checked(std::string_view text) { return checked_references(text, known()).text; }

TEST(References, WhatExistsStays) {
  for (const char* text : {
           "It fell [E1].",
           "It fell [E1] [E12].",
           "See [image:1] beside [image:4].",
           "See [the report](https://example.org/a).",
           "At https://example.org/a, too.",
           "<https://example.org/a>",
           "a < b, c > d, f(x), [sic], (see below), 1 <2",
           "Brackets [ and ] and ( and ) alone.",
           "它在1889年[E1]。",
           "",
       })
    EXPECT_EQ(checked(text), text);
}

TEST(References, CitationsAreMadeOneForm) {
  EXPECT_EQ(checked("a (E1)."), "a [E1].");
  EXPECT_EQ(checked("a [E1, E2]."), "a [E1] [E2].");
  EXPECT_EQ(checked("a [E1; E2 and E12]."), "a [E1] [E2] [E12].");
  EXPECT_EQ(checked("a [Evidence E1]."), "a [E1].");
  EXPECT_EQ(checked("a [E1](https://elsewhere.org)."), "a [E1].");
  EXPECT_EQ(checked("a [E1–E3]."), "a [E1] [E2].");
  EXPECT_EQ(checked_references("a [E1, E2] b (E12)", known()).citations, 3U);
}

TEST(References, CitationsOfNothingGo) {
  EXPECT_EQ(checked("It fell [E9]."), "It fell.");
  EXPECT_EQ(checked("It fell [E1, E9]."), "It fell [E1].");
  EXPECT_EQ(checked("It fell [E9, E1]."), "It fell [E1].");
  EXPECT_EQ(checked("It fell [E0] [E01] [E999999]."), "It fell.");
  EXPECT_EQ(checked("It fell (E9)."), "It fell (E9).");  // prose, as far as one can tell
  const auto all = checked_references("x [E9] [image:7] [y](http://evil.org)", known());
  EXPECT_EQ(all.citations, 0U);
  EXPECT_THAT(all.removed, testing::ElementsAre("[E9]", "[image:7]", "link to http://evil.org"));
}

TEST(References, PicturesOfNothingGo) {
  EXPECT_EQ(checked("As [image:7] shows."), "As shows.");
  EXPECT_EQ(checked("As [image:0] and [image:x] show."), "As and [image:x] show.");
}

TEST(References, LinksToElsewhereLeaveTheirWords) {
  EXPECT_EQ(checked("See [the report](https://evil.org)."), "See the report.");
  EXPECT_EQ(checked("See ![it](https://evil.org/x.png)."), "See it.");
  EXPECT_EQ(checked("See ![it](https://example.org/a)."), "See [it](https://example.org/a).");
  EXPECT_EQ(checked("See [it](javascript:alert)."), "See it.");
  EXPECT_EQ(checked("See [it](https://example.org/b \"t\")."), "See it.");
  EXPECT_EQ(checked("See https://evil.org/x, now."), "See, now.");
  EXPECT_EQ(checked("See <https://evil.org/x> now."), "See now.");
  EXPECT_EQ(checked("See www.evil.org."), "See.");
  EXPECT_THAT(checked("[see [E9]](http://evil.org)"), Not(HasSubstr("evil")));
  EXPECT_THAT(checked("[see [E1]](http://evil.org)"), Not(HasSubstr("evil")));
  EXPECT_THAT(checked("[x]: http://evil.org"), Not(HasSubstr("evil")));
}

TEST(References, TagsGo) {
  EXPECT_EQ(checked("a <b>c</b> d"), "a c d");
  EXPECT_THAT(checked("<script>alert(1)</script>"), Not(HasSubstr("<")));
  EXPECT_THAT(checked("<img src=x onerror=alert(1)>"), Not(HasSubstr("<")));
  EXPECT_THAT(checked("<!-- hidden -->x"), Not(HasSubstr("<")));
}

TEST(References, NothingNewIsMadeOfWhatIsLeft) {
  EXPECT_THAT(checked("<<b>script>alert(1)"), Not(HasSubstr("<script")));
  EXPECT_THAT(checked("<<<b>b>script>"), Not(HasSubstr("<script")));
  EXPECT_THAT(checked("[<img src=x>](http://evil.org)"), Not(HasSubstr("<img")));
  EXPECT_THAT(checked("[<img src=x>](https://example.org/a)"), Not(HasSubstr("<img")));
  EXPECT_THAT(checked("[im[E9]age:7]"), Not(HasSubstr("[image:7]")));
  EXPECT_THAT(checked("[E[E9]9]"), Not(HasSubstr("[E9]")));
  std::string deep;
  for (int i = 0; i < 50; ++i) deep += "<";
  for (int i = 0; i < 50; ++i) deep += "b>";
  EXPECT_THAT(checked(deep + "script>"), Not(testing::ContainsRegex("<[a-z]")));
}

TEST(References, BytesThatAreNoTextDoNoHarm) {
  checked("\xFF[\xFE](\x80<\xC3>");
  checked(std::string("\0[E1]\0", 6));
  checked("[");
  checked("[E1");
  checked("](");
  checked("](x)");
  checked("[](x)");
}

TEST(References, HostileTextTakesNoLongTime) {
  const auto begin = std::chrono::steady_clock::now();
  for (const std::string piece :
       {"[", "(", "<", "](", "](x)", "[a](", "[a](x)", "[E9]", "[[", "<b>", "<<b>", "http://", "![",
        "[E1,E2", "www.", "[x](http://a.b) "}) {
    std::string text;
    while (text.size() < 300'000) text += piece;
    const auto result = checked_references(text, known());
    EXPECT_LE(result.removed.size(), 100U);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

}  // namespace
}  // namespace assay::reasoning::prompted
