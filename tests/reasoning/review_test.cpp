#include "reasoning/extractive/review.h"

#include <gtest/gtest.h>

#include "reasoning/extractive/lexicon.h"
#include "reasoning/extractive/stages.h"

namespace assay::reasoning::extractive {
namespace {

using core::Stance;

TEST(Review, RatingsAreRead) {
  for (const auto* rating :
       {"False", "FALSE.", "Pants on Fire!", "Not true", "Mostly False", "Four Pinocchios",
        "Falsch", "größtenteils falsch", "Engañoso", "Fake"})
    EXPECT_EQ(stance_of_rating(rating), Stance::contradicts) << rating;
  for (const auto* rating : {"True", "Mostly true", "Correct", "Richtig", "Vrai"})
    EXPECT_EQ(stance_of_rating(rating), Stance::supports) << rating;
  for (const auto* rating : {"Half True", "Partly false", "Missing context", "Teilweise falsch"})
    EXPECT_EQ(stance_of_rating(rating), Stance::touches) << rating;
  for (const auto* rating : {"", "Two stars", "Falsetto"})
    EXPECT_FALSE(stance_of_rating(rating)) << rating;
}

TEST(Review, OnlyAReviewOfThisClaimCounts) {
  const std::string claim = "The Eiffel Tower was opened in 1899.";
  EXPECT_TRUE(reviews_claim("Eiffel Tower was opened in 1899", claim, "en"));
  EXPECT_FALSE(reviews_claim("The Eiffel Tower was opened in 1889", claim, "en"));
  EXPECT_FALSE(reviews_claim("The Eiffel Tower was not opened in 1899", claim, "en"));
  EXPECT_FALSE(reviews_claim("The Eiffel Tower is 1899 feet tall and will be sold", claim, "en"));
  EXPECT_FALSE(reviews_claim("", claim, "en"));
}

core::Evidence checked(const std::string& reviewed, const std::string& rating) {
  core::Evidence item;
  item.id = "E1";
  item.source.title = "A fact-check";
  item.source.language = "en";
  item.source.review = core::Review{reviewed, "", {}, rating};
  const std::string quoted = "The Eiffel Tower was opened in 1899.";
  item.quotations.push_back({"blob", 0, quoted.size(), quoted});
  return item;
}

TEST(Review, TheRatingCountsAndNotWhatTheFactCheckRepeats) {
  DevelopInput input;
  input.claim.text = core::MultimodalText("The Eiffel Tower was opened in 1899.");
  input.evidence = {checked("The Eiffel Tower was opened in 1899.", "False")};
  const auto development = develop(input, Lexicon());
  bool against = false;
  for (const auto& finding : development.findings) {
    EXPECT_NE(finding.stance, Stance::supports);
    against = against || finding.stance == Stance::contradicts;
  }
  EXPECT_TRUE(against);
  // Of another claim it is a source like any other.
  input.evidence = {checked("The Louvre was opened in 1793.", "False")};
  for (const auto& finding : develop(input, Lexicon()).findings)
    EXPECT_NE(finding.stance, Stance::contradicts);
}

}  // namespace
}  // namespace assay::reasoning::extractive
