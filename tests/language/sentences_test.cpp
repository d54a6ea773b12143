#include "language/sentences.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "language/utf8.h"

namespace assay::language {
namespace {

using testing::ElementsAre;

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> found;
  for (const auto& span : sentences(text))
    found.emplace_back(text.substr(span.begin, span.end - span.begin));
  return found;
}

TEST(Sentences, EndAtTheirMarks) {
  EXPECT_THAT(split("One. Two! Three? Four"), ElementsAre("One.", "Two!", "Three?", "Four"));
  EXPECT_THAT(split("What?! Yes (really.) The end."),
              ElementsAre("What?!", "Yes (really.)", "The end."));
  EXPECT_THAT(split("He said \"No.\" Then he left."),
              ElementsAre("He said \"No.\"", "Then he left."));
  EXPECT_THAT(split("“No way!” he cried. She left."),
              ElementsAre("“No way!” he cried.", "She left."));
  EXPECT_THAT(split("A fact.[1][23] Another."), ElementsAre("A fact.[1][23]", "Another."));
  EXPECT_THAT(split(""), ElementsAre());
  EXPECT_THAT(split("  \n\t "), ElementsAre());
}

TEST(Sentences, DoNotEndAtAbbreviations) {
  EXPECT_THAT(split("Mr. Smith met Dr. Jones. They left."),
              ElementsAre("Mr. Smith met Dr. Jones.", "They left."));
  EXPECT_THAT(split("The U.S. President spoke in the U.S. The crowd left."),
              ElementsAre("The U.S. President spoke in the U.S.", "The crowd left."));
  EXPECT_THAT(split("J. K. Rowling wrote No. 5 on Jan. 6, 2020. It sold."),
              ElementsAre("J. K. Rowling wrote No. 5 on Jan. 6, 2020.", "It sold."));
  EXPECT_THAT(split("Some foods, e.g. rice, cost more. Apple Inc. sued. He said no. Then yes."),
              ElementsAre("Some foods, e.g. rice, cost more.", "Apple Inc. sued.", "He said no.",
                          "Then yes."));
  EXPECT_THAT(split("Am 3. Oktober sprach Dr. Müller. Dann ging er."),
              ElementsAre("Am 3. Oktober sprach Dr. Müller.", "Dann ging er."));
}

TEST(Sentences, KeepNumbersWhole) {
  EXPECT_THAT(split("It fell by 27.6 percent to 1.000. It rose to 3.5."),
              ElementsAre("It fell by 27.6 percent to 1.000.", "It rose to 3.5."));
  EXPECT_THAT(split("1. First point. 2. Second point."),
              ElementsAre("1. First point.", "2. Second point."));
  EXPECT_THAT(split("That was in 1998. Later it changed."),
              ElementsAre("That was in 1998.", "Later it changed."));
}

TEST(Sentences, KnowOtherScripts) {
  EXPECT_THAT(split("北京是首都。人口很多！真的吗？是"),
              ElementsAre("北京是首都。", "人口很多！", "真的吗？", "是"));
  EXPECT_THAT(split("「東京だ。」と言った。次だ。"),
              ElementsAre("「東京だ。」", "と言った。", "次だ。"));
  EXPECT_THAT(split("القاهرة هي العاصمة. هل المدينة كبيرة؟ نعم."),
              ElementsAre("القاهرة هي العاصمة.", "هل المدينة كبيرة؟", "نعم."));
  EXPECT_THAT(split("Москва — столица. В 2020 г. население выросло. Да!"),
              ElementsAre("Москва — столица.", "В 2020 г. население выросло.", "Да!"));
  EXPECT_THAT(split("दिल्ली राजधानी है। यह बड़ी है।"), ElementsAre("दिल्ली राजधानी है।", "यह बड़ी है।"));
}

TEST(Sentences, EndWithTheLineUnlessTextIsWrapped) {
  EXPECT_THAT(split("A headline\nThe first sentence. The second\n\nAnother"),
              ElementsAre("A headline", "The first sentence.", "The second", "Another"));
  const std::string wrapped =
      "This is a text that somebody has wrapped at a width of about seventy\n"
      "characters, so that the end of a line does not mean a thing, and the\n"
      "sentence goes on. A second one begins here and goes on for a while,\n"
      "up to here.";
  EXPECT_THAT(split(wrapped).size(), 2U);
  EXPECT_THAT(split("First.\r\nSecond.\r\n"), ElementsAre("First.", "Second."));
}

TEST(Sentences, SeeTheMissingSpace) {
  EXPECT_THAT(split("It came to an end.The next one began. See bbc.com or node.js."),
              ElementsAre("It came to an end.", "The next one began.", "See bbc.com or node.js."));
}

TEST(Sentences, AreNeverTooLongNorSplitACharacter) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "ไทย";
  const auto spans = sentences(text);
  EXPECT_GT(spans.size(), 1U);
  std::string joined;
  for (const auto& span : spans) {
    const auto piece = text.substr(span.begin, span.end - span.begin);
    EXPECT_LE(piece.size(), 2000U);
    EXPECT_TRUE(is_utf8(piece));
    joined += piece;
  }
  EXPECT_EQ(joined, text);
}

TEST(Sentences, SurviveAnything) {
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  for (const std::string& text : {all, std::string(10000, '.'), std::string(10000, '"'),
                                  std::string(5000, '['), std::string("a.\xE3\x80")}) {
    std::size_t last = 0;
    for (const auto& span : sentences(text)) {
      ASSERT_LE(last, span.begin);
      ASSERT_LT(span.begin, span.end);
      ASSERT_LE(span.end, text.size());
      last = span.end;
    }
  }
}

}  // namespace
}  // namespace assay::language
