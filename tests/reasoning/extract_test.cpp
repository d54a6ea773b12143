#include "reasoning/extractive/extract.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reasoning/extractive/stages.h"

namespace assay::reasoning::extractive {
namespace {

using testing::HasSubstr;

ExtractInput page(const std::string& title, const std::string& text) {
  ExtractInput input;
  input.page.source.title = title;
  input.page.source.text_blob = "text";
  input.page.source.language = "en";
  input.page.title_blob = "title";
  input.text = text;
  return input;
}

std::vector<std::string> claims(const std::string& title, const std::string& text) {
  std::vector<std::string> all;
  for (const auto& one : extract(page(title, text), Lexicon())) all.push_back(one.text);
  return all;
}

TEST(Extract, WhatTheHeadlineSaysComesFirst) {
  const auto found = claims("Golden Gate Bridge opened in 1937",
                            "# News\n\nOakland had 390,000 inhabitants in 2010.\n\n"
                            "The Golden Gate Bridge was opened to cars in May 1937. It is red.");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0], "The Golden Gate Bridge was opened to cars in May 1937.");
  EXPECT_THAT(found[1], HasSubstr("Oakland"));
}

TEST(Extract, AHeadlineThatNoSentenceSaysWholeIsAClaimOfItsOwn) {
  const auto input = page("Mayor Breed closes Golden Gate Bridge for marathon",
                          "The Golden Gate Bridge stays shut on 4 May, Mayor Breed said today.");
  const auto found = extract(input, Lexicon());
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].text, input.page.source.title);
  EXPECT_EQ(found[0].passage.blob, "title");
}

TEST(Extract, APassageIsTheBytesOfTheText) {
  const auto input = page("A day in Lima",
                          "> Lima has 10 million inhabitants.\n\n- Peru sold 20 "
                          "tonnes of gold in 2019.");
  for (const auto& one : extract(input, Lexicon())) {
    EXPECT_EQ(one.passage.text,
              input.text.substr(one.passage.begin, one.passage.end - one.passage.begin));
    EXPECT_EQ(one.text, one.passage.text);
  }
  EXPECT_EQ(extract(input, Lexicon()).size(), 2U);
}

TEST(Extract, OpinionsQuestionsAndWhatLeansOnOtherSentencesAreNoClaims) {
  EXPECT_TRUE(claims("Hello",
                     "Did 300 people visit Paris in 2019? It has 200 doors. What a day! "
                     "Read 5 more stories at http://example.org/x now.")
                  .empty());
  EXPECT_TRUE(claims("", "").empty());
}

TEST(Extract, ThereAreNeverMoreThanTen) {
  std::string text;
  for (int i = 0; i < 2'000; ++i)
    text += "Town number " + std::to_string(i * 7) + " of Peru sold " + std::to_string(i) +
            " tonnes of metal kind" + std::to_string(i) + " to China in " +
            std::to_string(1950 + i % 70) + ".\n\n";
  EXPECT_LE(claims("Peru", text).size(), most_extracted);
}

}  // namespace
}  // namespace assay::reasoning::extractive
