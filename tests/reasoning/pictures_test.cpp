// The stages on claims with pictures.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reasoning/pipeline.h"

namespace assay::test {
namespace {

using core::PictureRelation;
using core::Stance;
using core::Verdict;
using reasoning::extractive::Lexicon;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* flood = "Flooded streets in Jakarta in January 2020";

core::Image image(int number, const std::string& caption = "") {
  core::Image made;
  made.number = number;
  made.sha256 = std::string(63, 'a') + std::to_string(number);
  made.caption = caption;
  if (!caption.empty()) made.words_blob = std::string(63, 'b') + std::to_string(number);
  return made;
}

core::Claim claim_with_picture(const std::string& text) {
  core::Claim claim;
  claim.text = core::MultimodalText(text);
  claim.images = {image(1)};
  return claim;
}

// A page that shows a picture; `matches`: the claim's own.
struct Page {
  std::string caption;
  bool matches = true;
  const char* published = nullptr;
  std::string text = {};
};

core::Source source_of(const Page& page, int number) {
  core::Source source;
  source.document = "page" + std::to_string(number);
  source.title = "A page";
  source.text_blob = std::string(63, 'c') + std::to_string(number);
  source.language = "en";
  if (page.published != nullptr) source.published = core::Date::parse(page.published);
  source.images = {image(number, page.caption)};
  if (page.matches) {
    source.match.emplace();
    source.match->query = 1;
    source.match->found = number;
    source.match->description = "mirrored and cropped";
  }
  return source;
}

Checked check_pictures(const core::Claim& claim, const std::vector<Page>& pages) {
  const auto& lexicon = installed_lexicon();
  Checked checked;
  for (const auto& page : pages) {
    const auto source = source_of(page, static_cast<int>(checked.evidence.size()) + 2);
    const auto summary = reasoning::extractive::summarize(
        {claim, source, page.text, source.images.front()}, lexicon);
    if (summary.none()) continue;
    core::Evidence item;
    item.id = "E" + std::to_string(checked.evidence.size() + 1);
    item.source = source;
    item.takeaways = summary.takeaways;
    item.quotations = summary.quotations;
    item.images = source.images;
    checked.evidence.push_back(std::move(item));
  }
  const auto space = core::LabelSpace::named("default");
  checked.development = reasoning::extractive::develop({claim, checked.evidence}, lexicon);
  checked.judgement =
      reasoning::extractive::judge({claim, space, checked.evidence, checked.development, true});
  checked.justification = reasoning::extractive::justify(
      {claim, space, checked.evidence, checked.development, checked.judgement});
  return checked;
}

std::vector<PictureRelation> relations(const Checked& checked) {
  std::vector<PictureRelation> found;
  for (const auto& finding : checked.development.findings)
    if (finding.picture) found.push_back(*finding.picture);
  return found;
}

TEST(PicturePlan, SearchesForTheClaimsPicturesFirst) {
  reasoning::PlanInput input;
  input.claim = claim_with_picture("This photo shows " + std::string(flood));
  input.claim.images.push_back(image(2));
  input.tools = {{"web_search", {}, {}}, {"image_search", {}, {}}, {"reverse_search", {}, {}}};
  const auto plan = reasoning::extractive::plan(input, installed_lexicon());
  ASSERT_GE(plan.actions.size(), 4U);
  EXPECT_EQ(plan.actions[0].to_string(), "reverse_search([image:1])");
  EXPECT_EQ(plan.actions[1].to_string(), "reverse_search([image:2])");
  EXPECT_EQ(plan.actions[2].tool, "web_search");
  EXPECT_EQ(plan.actions.back().tool, "image_search");
  EXPECT_EQ(plan.actions.back().arguments, std::vector<std::string>{flood});
}

TEST(PicturePlan, OnlyWhatTheToolsCanDo) {
  reasoning::PlanInput input;
  input.claim = claim_with_picture(flood);
  input.tools = {{"web_search", {}, {}}};
  for (const auto& action : reasoning::extractive::plan(input, installed_lexicon()).actions)
    EXPECT_EQ(action.tool, "web_search");
  // A claim without pictures needs no pictures.
  input.tools = {{"web_search", {}, {}}, {"image_search", {}, {}}, {"reverse_search", {}, {}}};
  input.claim.images.clear();
  for (const auto& action : reasoning::extractive::plan(input, installed_lexicon()).actions)
    EXPECT_EQ(action.tool, "web_search");
}

TEST(PicturePlan, LaterSearchesForTheOriginalThatWasFound) {
  reasoning::PlanInput input;
  input.claim = claim_with_picture(flood);
  input.tools = {{"web_search", {}, {}}, {"reverse_search", {}, {}}};
  input.turn = 2;
  input.new_evidence = 1;
  input.done = {{"reverse_search", {"[image:1]"}, ""}};
  core::Evidence item;
  item.id = "E1";
  item.source = source_of({"A street"}, 2);
  item.source.match->found_share = 0.7;
  item.images = item.source.images;
  input.evidence = {item};
  input.developments.emplace_back();
  input.developments.back().missing = {flood};
  const auto plan = reasoning::extractive::plan(input, installed_lexicon());
  ASSERT_FALSE(plan.actions.empty());
  EXPECT_EQ(plan.actions[0].to_string(), "reverse_search([image:2])");
}

TEST(PictureSummary, APageThatShowsTheClaimsPictureAlwaysBearsOnIt) {
  const auto claim = claim_with_picture(flood);
  const auto source = source_of({"A wedding in Rome"}, 2);
  const auto summary = reasoning::extractive::summarize(
      {claim, source, "Nothing of that.", source.images.front()}, installed_lexicon());
  ASSERT_FALSE(summary.none());
  ASSERT_EQ(summary.quotations.size(), 1U);
  EXPECT_EQ(summary.quotations[0].blob, source.images[0].words_blob);
  EXPECT_EQ(summary.quotations[0].text, "A wedding in Rome");
  EXPECT_EQ(summary.quotations[0].end, summary.quotations[0].text.size());
  EXPECT_THAT(summary.takeaways, HasSubstr("picture 1 (mirrored and cropped)"));
}

TEST(PictureCheck, ThePictureOfAnotherPlaceAndTimeRefutes) {
  const auto checked = check_pictures(claim_with_picture(flood),
                                      {{"Flooded streets in Bangkok, 2011", true, "2011-10-20"}});
  EXPECT_EQ(checked.judgement.verdict, Verdict::refuted) << shown(checked);
  EXPECT_GT(checked.judgement.confidence, 0.8);
  EXPECT_THAT(relations(checked), ElementsAre(PictureRelation::same_picture));
  EXPECT_THAT(checked.justification.text, HasSubstr("shows the claim’s picture"));
  EXPECT_THAT(checked.justification.text, HasSubstr("Bangkok"));
  EXPECT_THAT(checked.justification.text, HasSubstr("[E1]"));
}

TEST(PictureCheck, ThePictureFoundWhereTheClaimSaysSupports) {
  const auto checked =
      check_pictures(claim_with_picture(flood),
                     {{"Flooded streets in Jakarta, 2 January 2020", true, "2020-01-02"}});
  EXPECT_EQ(checked.judgement.verdict, Verdict::supported) << shown(checked);
}

TEST(PictureCheck, APictureThatMerelyFitsTheTextSupportsNothing) {
  const auto checked = check_pictures(
      claim_with_picture(flood),
      {{"Flooded streets in Jakarta, 2 January 2020", false, "2020-01-02",
        "Flooded streets in Jakarta in January 2020: the streets of Jakarta are flooded."}});
  EXPECT_EQ(checked.judgement.verdict, Verdict::not_enough_evidence) << shown(checked);
  EXPECT_THAT(relations(checked), ElementsAre(PictureRelation::same_event));
  EXPECT_THAT(checked.justification.text, HasSubstr("whose picture was found nowhere"));
}

TEST(PictureCheck, AnUnrelatedPictureIsSaidToBeOne) {
  const auto checked = check_pictures(claim_with_picture(flood),
                                      {{"Dry streets in Oslo, Norway, July 2003", false}});
  EXPECT_EQ(checked.judgement.verdict, Verdict::not_enough_evidence) << shown(checked);
  for (const auto relation : relations(checked)) EXPECT_EQ(relation, PictureRelation::unrelated);
}

TEST(PictureCheck, AnAdvertisementThatUsesThePictureIsNoCaption) {
  const auto checked =
      check_pictures(claim_with_picture(flood),
                     {{"Sale: rubber boots from Rome, 50 % off, shop now", true, "2009-01-01"}});
  EXPECT_EQ(checked.judgement.verdict, Verdict::not_enough_evidence) << shown(checked);
  ASSERT_EQ(checked.development.findings.size(), 1U);
  EXPECT_EQ(checked.development.findings[0].stance, Stance::touches);
}

TEST(PictureCheck, WhatTheTextRefutesThePictureDoesNotSave) {
  auto claim = claim_with_picture("The Eiffel Tower was opened in 1899.");
  const auto checked = check_pictures(
      claim, {{"The Eiffel Tower", false, nullptr, "The Eiffel Tower was opened in 1889."}});
  EXPECT_EQ(checked.judgement.verdict, Verdict::refuted) << shown(checked);
}

}  // namespace
}  // namespace assay::test
