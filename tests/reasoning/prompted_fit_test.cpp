#include "reasoning/prompted/fit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "language/utf8.h"
#include "reasoning/prompted/record_text.h"

namespace assay::reasoning::prompted {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

core::Evidence item(const std::string& id, int turn, std::size_t images = 0) {
  core::Evidence one;
  one.id = id;
  one.turn = turn;
  one.takeaways = std::string(400, 'x');
  one.images.resize(images);
  return one;
}

std::vector<std::string> ids(const std::vector<core::Evidence>& evidence) {
  std::vector<std::string> all;
  for (const auto& one : evidence) all.push_back(one.id);
  return all;
}

std::int64_t size_of(const core::Evidence& one) { return estimated_tokens(evidence_text(one)); }

TEST(FitEvidence, AllWhereThereIsRoom) {
  const auto fitted = fit_evidence({item("E1", 1), item("E2", 1)}, nullptr, 10'000, true);
  EXPECT_THAT(ids(fitted.kept), ElementsAre("E1", "E2"));
  EXPECT_THAT(fitted.dropped, IsEmpty());
  EXPECT_THAT(fit_evidence({}, nullptr, 0, true).kept, IsEmpty());
}

TEST(FitEvidence, TheOldestTurnAndTheLastFoundGoFirst) {
  const std::vector<core::Evidence> all{item("E1", 1), item("E2", 1), item("E3", 2), item("E4", 2)};
  const auto one = size_of(all[0]);
  EXPECT_THAT(fit_evidence(all, nullptr, 3 * one, true).dropped, ElementsAre("E2"));
  EXPECT_THAT(fit_evidence(all, nullptr, 2 * one, true).dropped, ElementsAre("E1", "E2"));
  EXPECT_THAT(fit_evidence(all, nullptr, one, true).dropped, ElementsAre("E1", "E2", "E4"));
  EXPECT_THAT(ids(fit_evidence(all, nullptr, one, true).kept), ElementsAre("E3"));
  EXPECT_THAT(fit_evidence(all, nullptr, 0, true).kept, IsEmpty());
}

TEST(FitEvidence, WhatTakesASideStaysLonger) {
  core::Development development;
  core::Finding finding;
  finding.evidence = "E2";
  finding.stance = core::Stance::contradicts;
  core::Finding touching;
  touching.evidence = "E1";
  development.findings = {finding, touching};
  const std::vector<core::Evidence> all{item("E1", 1), item("E2", 1), item("E3", 2)};
  EXPECT_THAT(fit_evidence(all, &development, 2 * size_of(all[0]), true).dropped,
              ElementsAre("E1"));
  EXPECT_THAT(fit_evidence(all, &development, size_of(all[0]), true).dropped,
              ElementsAre("E1", "E2"));  // the newest turn last
}

TEST(FitEvidence, PicturesCountWhereTheyAreShown) {
  const std::vector<core::Evidence> all{item("E1", 1, 2), item("E2", 2)};
  const auto words = size_of(all[0]) + size_of(all[1]);
  EXPECT_THAT(fit_evidence(all, nullptr, words + picture_tokens, true).dropped, ElementsAre("E1"));
  EXPECT_THAT(fit_evidence(all, nullptr, words + 2 * picture_tokens, true).dropped, IsEmpty());
  EXPECT_THAT(fit_evidence(all, nullptr, words, false).dropped, IsEmpty());
}

core::Claim claim_of(const std::string& text) {
  core::Claim claim;
  claim.text = core::MultimodalText(text);
  return claim;
}

std::string long_page() {
  std::string page;
  for (int i = 0; i < 400; ++i)
    page += "Sentence number " + std::to_string(i) + " speaks of the weather and nothing else. ";
  page += "The Ostankino tower in Moscow is 540 metres high. ";
  for (int i = 400; i < 800; ++i)
    page += "Sentence number " + std::to_string(i) + " speaks of the weather and nothing else. ";
  return page;
}

TEST(FitText, AllOfAShortPage) {
  const auto fitted = fit_text("A short page.", claim_of("x"), 100);
  EXPECT_EQ(fitted.text, "A short page.");
  EXPECT_THAT(fitted.dropped, IsEmpty());
}

TEST(FitText, TheWordsOfTheClaimDecideAndSentencesStayWhole) {
  const auto page = long_page();
  const auto fitted = fit_text(page, claim_of("The Ostankino tower is 540 metres high."), 1'000);
  EXPECT_THAT(fitted.text, HasSubstr("The Ostankino tower in Moscow is 540 metres high."));
  EXPECT_LE(estimated_tokens(fitted.text), 1'000);
  EXPECT_GT(estimated_tokens(fitted.text), 700);
  ASSERT_EQ(fitted.dropped.size(), 1U);
  EXPECT_THAT(fitted.dropped[0], HasSubstr("passages of the page"));
  std::size_t at = 0;  // every line is a mark or stands in the page, and ends with a sentence
  while (at < fitted.text.size()) {
    const auto end = fitted.text.find('\n', at);
    const auto line = fitted.text.substr(at, end - at);
    if (line != "[…]") {
      EXPECT_THAT(page, HasSubstr(line));
      EXPECT_TRUE(line.ends_with('.')) << line;
    }
    at = end + 1;
  }
}

TEST(FitText, NoRoomLeavesAMark) {
  EXPECT_EQ(fit_text(long_page(), claim_of("x"), 0).text, "[…]\n");
  EXPECT_EQ(fit_text(std::string(50'000, 'x'), claim_of("x"), 10).text, "[…]\n");
  EXPECT_EQ(fit_text("", claim_of("x"), 0).text, "");
}

TEST(FitText, AnyScriptIsCutBetweenCharacters) {
  std::string chinese;
  std::string arabic;
  for (int i = 0; i < 3'000; ++i) {
    chinese += "这座塔在莫斯科。";
    arabic += "الجسر مغلق منذ يوم الاثنين. ";
  }
  for (const auto& text : {chinese, arabic, std::string(40'000, '\xE2')}) {
    const auto fitted = fit_text(text, claim_of("塔 الجسر"), 500);
    EXPECT_LE(estimated_tokens(fitted.text), 500);
  }
  EXPECT_THAT(fit_text(chinese, claim_of("塔"), 500).text, HasSubstr("这座塔在莫斯科。"));
  EXPECT_TRUE(language::is_utf8(fit_text(chinese, claim_of("塔"), 500).text));
}

TEST(FitText, AMegabyteTakesNoLongTime) {
  std::string words;
  while (words.size() < (1 << 20)) words += "tower ";
  std::string lines;
  while (lines.size() < (1 << 20)) lines += "a.\n";
  const auto begin = std::chrono::steady_clock::now();
  for (const auto& text : {words, lines, std::string(1 << 20, 'x'), std::string(1 << 20, '\n'),
                           std::string(1 << 20, '.')})
    EXPECT_LE(estimated_tokens(fit_text(text, claim_of("The tower."), 2'000).text), 2'000);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
}

}  // namespace
}  // namespace assay::reasoning::prompted
