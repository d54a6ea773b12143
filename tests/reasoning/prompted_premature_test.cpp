#include "reasoning/prompted/premature.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::reasoning::prompted {
namespace {

using core::Verdict;

core::Image image(int number) {
  core::Image one;
  one.number = number;
  return one;
}

// A claim with a picture, and one item of evidence that fits its words.
JudgeInput input_of(bool with_picture) {
  JudgeInput input{{}, core::LabelSpace::named("default"), {}, {}, false};
  input.claim.text = core::MultimodalText("[image:1] shows a flood.");
  if (with_picture) input.claim.images = {image(1)};
  core::Evidence item;
  item.id = "E1";
  item.takeaways = "There was a flood.";
  input.evidence = {item};
  return input;
}

core::Judgement says(Verdict verdict) { return {verdict, "", 0.9, "", {}}; }

bool guarded(const JudgeInput& input, Verdict verdict = Verdict::supported) {
  return premature(input, says(verdict)).has_value();
}

TEST(Premature, APictureThatWasFoundNowhereSupportsNothing) {
  EXPECT_TRUE(guarded(input_of(true)));
  EXPECT_THAT(*premature(input_of(true), says(Verdict::supported)), testing::HasSubstr("nowhere"));
}

TEST(Premature, OtherVerdictsAndOtherClaimsAreNotGuarded) {
  EXPECT_FALSE(guarded(input_of(false)));
  for (const auto verdict : {Verdict::refuted, Verdict::not_enough_evidence, Verdict::conflicting})
    EXPECT_FALSE(guarded(input_of(true), verdict));
}

TEST(Premature, APictureThatMerelyFitsTheTextSupportsNothing) {
  auto input = input_of(true);
  input.evidence[0].images = {image(7)};
  EXPECT_TRUE(guarded(input));
  for (const auto relation :
       {core::PictureRelation::same_event, core::PictureRelation::unrelated}) {
    core::Finding finding;
    finding.evidence = "E1";
    finding.picture = relation;
    finding.stance = core::Stance::supports;
    input.development.findings = {finding};
    EXPECT_TRUE(guarded(input));
  }
}

TEST(Premature, TheClaimsOwnPictureFoundBySearchSupports) {
  auto input = input_of(true);
  input.evidence[0].source.match = core::PictureMatch{};
  input.evidence[0].source.match->query = 1;
  EXPECT_FALSE(guarded(input));
  input.evidence[0].source.match->query = 7;  // a search for another picture
  EXPECT_TRUE(guarded(input));
}

TEST(Premature, TheSameBytesAmongTheEvidenceSupport) {
  auto input = input_of(true);
  input.evidence[0].images = {image(1)};
  EXPECT_FALSE(guarded(input));
}

TEST(Premature, TheSamePictureByComparisonSupports) {
  auto input = input_of(true);
  input.evidence[0].images = {image(7)};
  core::Finding finding;
  finding.evidence = "E1";
  finding.picture = core::PictureRelation::same_picture;
  input.development.findings = {finding};
  EXPECT_FALSE(guarded(input));
}

TEST(Premature, OfSeveralPicturesEachMustBeFound) {
  auto input = input_of(true);
  input.claim.images = {image(1), image(2)};
  input.evidence[0].source.match = core::PictureMatch{};
  input.evidence[0].source.match->query = 1;
  EXPECT_TRUE(guarded(input));
  core::Finding finding;
  finding.evidence = "E1";
  finding.picture = core::PictureRelation::same_picture;
  input.development.findings = {finding};  // the same as which?
  EXPECT_TRUE(guarded(input));
  input.evidence.push_back(input.evidence[0]);
  input.evidence[1].source.match->query = 2;
  EXPECT_FALSE(guarded(input));
}

TEST(Unfounded, OnlyNotEnoughEvidenceNeedsNone) {
  EXPECT_FALSE(unfounded(says(Verdict::not_enough_evidence)));
  for (const auto verdict : {Verdict::refuted, Verdict::supported, Verdict::conflicting})
    EXPECT_TRUE(unfounded(says(verdict)));
}

}  // namespace
}  // namespace assay::reasoning::prompted
