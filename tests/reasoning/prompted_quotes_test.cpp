#include "reasoning/prompted/quotes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

namespace assay::reasoning::prompted {
namespace {

std::string found(std::string_view text, std::string_view wanted) {
  const auto quotation = Quotes(text, "blob").find(wanted);
  if (!quotation) return "nothing";
  EXPECT_EQ(quotation->blob, "blob");
  EXPECT_EQ(text.substr(quotation->begin, quotation->end - quotation->begin), quotation->text);
  return quotation->text;
}

constexpr std::string_view page =
    "The tower opened in 1889.  It was\n  “the tallest” building — for 41 years!\n110 people died.";

TEST(Quotes, AreFoundAsTheyStandInTheSource) {
  EXPECT_EQ(found(page, "The tower opened in 1889."), "The tower opened in 1889.");
  EXPECT_EQ(found(page, "the tower opened in 1889"), "The tower opened in 1889.");
  EXPECT_EQ(found(page, "It was \"the tallest\" building - for 41 years"),
            "It was\n  “the tallest” building — for 41 years!");
  EXPECT_EQ(found(page, "\"THE TOWER  OPENED\nIN 1889.\""), "The tower opened in 1889.");
  EXPECT_EQ(found(page, "**tower opened** in"), "tower opened in");
  EXPECT_EQ(found(page, "110 people died"), "110 people died.");
}

TEST(Quotes, WhatTheSourceDidNotWriteIsNone) {
  EXPECT_EQ(found(page, "The tower opened in 1899."), "nothing");
  EXPECT_EQ(found(page, "The tower … for 41 years"), "nothing");
  EXPECT_EQ(found(page, ""), "nothing");
  EXPECT_EQ(found(page, "1889"), "nothing");  // too short
  EXPECT_EQ(found(page, std::string(5'000, 'x')), "nothing");
  EXPECT_EQ(found("", "The tower opened"), "nothing");
  EXPECT_EQ(found(page, "........ , ,,"), "nothing");
}

TEST(Quotes, BeginAndEndWithWholeWordsAndNumbers) {
  EXPECT_EQ(found(page, "10 people died"), "nothing");
  EXPECT_EQ(found(page, "he tower opened in 1889"), "nothing");
  EXPECT_EQ(found(page, "The tower opened in 188"), "nothing");
  EXPECT_EQ(found("It cost 1.5 million dollars.", "5 million dollars"), "nothing");
  EXPECT_EQ(found("It rose by about 1.5 %.", "It rose by about 1"), "nothing");
  EXPECT_EQ(found("It cost 1,500 dollars in all.", "500 dollars in all"), "nothing");
  EXPECT_EQ(found("Not 1500 dollars. But 500 dollars.", "500 dollars"), "500 dollars.");
}

TEST(Quotes, InOtherScripts) {
  EXPECT_EQ(found("他说：地球是圆的。后来……", "地球是圆的。"), "地球是圆的。");
  EXPECT_EQ(found("他说：地球是圆的。后来", "地球是圆的"), "地球是圆的。");
  EXPECT_EQ(found("قال الوزير إن الجسر مغلق منذ يوم الاثنين؟ نعم", "الجسر مغلق منذ يوم الاثنين"),
            "الجسر مغلق منذ يوم الاثنين؟");
  EXPECT_EQ(found("Москва: БАШНЯ ОТКРЫТА в 1889 году.", "башня открыта"), "БАШНЯ ОТКРЫТА");
  EXPECT_EQ(found("ÉCOLE FERMÉE depuis lundi", "école fermée"), "ÉCOLE FERMÉE");
  EXPECT_EQ(found("ΑΘΗΝΑ ΣΗΜΕΡΑ", "αθηνα σημερα"), "ΑΘΗΝΑ ΣΗΜΕΡΑ");
  EXPECT_EQ(found("「これは古い塔です」と言った", "これは古い塔です"), "これは古い塔です");
}

TEST(Quotes, BytesThatAreNoTextDoNoHarm) {
  found("\xFF\xFE\x80 tower opened \xC3", "tower opened");
  found("tower opened", "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF");
  found(std::string(100, '\xF0'), std::string(20, '\xF0'));
}

TEST(Quotes, AMegabyteTakesNoLongTime) {
  const std::string alike(1 << 20, 'a');
  std::string two;
  while (two.size() < (1 << 20)) two += "ab";
  const auto begin = std::chrono::steady_clock::now();
  for (const auto& text : {alike, two}) {
    const Quotes quotes(text, "blob");
    for (int i = 0; i < 8; ++i) {
      EXPECT_FALSE(quotes.find(std::string(1'000, 'a') + "b"));
      EXPECT_FALSE(quotes.find(text.substr(0, 1'000) + "c"));
      EXPECT_FALSE(quotes.find(text.substr(1, 1'000)));  // within one long word
    }
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(15));
}

}  // namespace
}  // namespace assay::reasoning::prompted
