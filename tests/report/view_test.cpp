#include "report/view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "records.h"
#include "report/kept_text.h"
#include "support/support.h"

namespace assay::report::test {
namespace {

using testing::ElementsAre;

ReportOptions keeping(const std::string& text) {
  ReportOptions options;
  options.kept_text = [text](std::string_view) { return std::optional(text); };
  return options;
}

TEST(View, TellsTheWholeCheck) {
  const auto builder = refuted_check();
  const auto view = report::view(builder.record());
  ASSERT_TRUE(view.judgement);
  EXPECT_EQ(view.judgement->verdict, core::Verdict::refuted);
  EXPECT_TRUE(view.complete);
  ASSERT_EQ(view.evidence.size(), 1U);
  const auto& card = view.evidence[0];
  EXPECT_EQ(card.stance, core::Stance::contradicts);
  EXPECT_DOUBLE_EQ(card.strength, 0.9);
  EXPECT_TRUE(card.cited);
  ASSERT_EQ(card.quotations.size(), 1U);
  ASSERT_EQ(card.quotations[0].findings.size(), 1U);
  EXPECT_THAT(card.quotations[0].findings[0].reasons, ElementsAre("1937 against 1947"));
  EXPECT_EQ(card.quotations[0].standing, Standing::unknown);
  EXPECT_THAT(view.missing, ElementsAre("who opened it"));
  EXPECT_THAT(view.warnings, ElementsAre("one file was skipped"));
  EXPECT_EQ(view.found, 2U);
  EXPECT_EQ(view.excluded, 1U);
  EXPECT_EQ(view.failed, 1U);
  EXPECT_THAT(view.limits, ElementsAre("1 of 2 searches failed, and what they would have found is "
                                       "missing; the first: the index is gone"));
  EXPECT_EQ(view.program, "assay 0.1.0");
}

TEST(View, PutsEachEntryInItsTurn) {
  const auto view = report::view(refuted_check().record());
  ASSERT_EQ(view.turns.size(), 1U);
  const auto& turn = view.turns[0];
  EXPECT_EQ(turn.number, 1);
  ASSERT_EQ(turn.searches.size(), 2U);
  EXPECT_EQ(turn.searches[0].reason, "the year");
  EXPECT_THAT(turn.searches[0].evidence, ElementsAre("E1"));
  EXPECT_TRUE(turn.searches[1].evidence.empty());
  EXPECT_EQ(turn.searches[1].result.error, "the index is gone");
  EXPECT_EQ(turn.summaries, 2U);
  EXPECT_EQ(turn.irrelevant, 1U);
  ASSERT_TRUE(turn.judgement);
  EXPECT_TRUE(turn.not_performed.empty());
}

core::Evidence found_picture(const std::string& id, int number, const std::string& sha256,
                             double found_share) {
  core::Evidence item;
  item.id = id;
  item.source.match.emplace();
  item.source.match->query = 1;
  item.source.match->found = number;
  item.source.match->description = "the same picture, cropped";
  item.source.match->found_share = found_share;
  item.images.resize(1);
  item.images[0].number = number;
  item.images[0].sha256 = sha256;
  return item;
}

void append(core::Record& record, core::EntryType type, const core::Json& value) {
  core::Entry entry;
  entry.type = type;
  entry.value = value.dump();
  record.append(std::move(entry));
}

TEST(View, ShowsAPictureAndItsCopiesOnce) {
  core::Record record;
  core::Claim claim;
  claim.images.resize(1);
  claim.images[0].number = 1;
  append(record, core::EntryType::claim, claim);
  const core::Evidence items[] = {found_picture("E1", 2, "a", 0.8),
                                  found_picture("E2", 2, "a", 0.8),   // the same bytes
                                  found_picture("E3", 3, "b", 0.81),  // in another size
                                  found_picture("E4", 4, "c", 0.5)};  // another part of it
  for (const auto& item : items) append(record, core::EntryType::evidence, item);
  append(record, core::EntryType::repeat,
         core::Repeat{"E1", items[1].source, "nearly the same text"});
  const auto view = report::view(record);
  ASSERT_EQ(view.evidence.size(), 4U);
  std::vector<std::string> shown_with;
  for (const auto& card : view.evidence) {
    ASSERT_EQ(card.pictures.size(), 1U);
    ASSERT_TRUE(card.pictures[0].query);
    EXPECT_EQ(card.pictures[0].query->number, 1);
    shown_with.push_back(card.pictures[0].shown_with);
  }
  EXPECT_THAT(shown_with, ElementsAre("", "E1", "E1", ""));
  ASSERT_EQ(view.evidence[0].repeats.size(), 1U);
  EXPECT_TRUE(view.evidence[1].repeats.empty());
}

TEST(View, KeepsTurnsApartAndKnowsWhatWasNotDone) {
  const Json planned{{"tool", "web_search"}, {"arguments", {"b"}}};
  RecordBuilder builder;
  builder.add(EntryType::claim, {{"id", "c"}, {"text", "x"}})
      .step(EntryType::plan, "plan", 1, 0, {{"actions", Json::array()}})
      .step(EntryType::judgement, "judge", 1, 0,
            {{"verdict", "not enough evidence"}, {"label", ""}, {"confidence", 0.5}})
      .step(EntryType::plan, "plan", 2, 0, {{"actions", {planned}}});
  const auto view = report::view(builder.record());
  ASSERT_EQ(view.turns.size(), 2U);
  EXPECT_EQ(view.turns[0].judgement->verdict, core::Verdict::not_enough_evidence);
  EXPECT_FALSE(view.turns[1].judgement);
  ASSERT_EQ(view.turns[1].not_performed.size(), 1U);
  EXPECT_FALSE(view.complete);
}

TEST(View, TheStrongestStanceOfTheLastDevelopmentCounts) {
  const Json findings = {
      {{"evidence", "E1"}, {"quotation", 0}, {"stance", "touches"}, {"strength", 0.99}},
      {{"evidence", "E1"}, {"quotation", 0}, {"stance", "supports"}, {"strength", 0.4}},
      {{"evidence", "E1"},
       {"quotation", 7},
       {"stance", "contradicts"},
       {"strength", 0.3},
       {"reasons", {"r"}}},
      {{"evidence", "E2"}, {"stance", "contradicts"}, {"strength", 1}}};
  RecordBuilder builder;
  builder
      .add(EntryType::evidence,
           {{"id", "E1"}, {"source", Json::object()}, {"quotations", {quotation()}}})
      .step(EntryType::development, "develop", 1, 0,
            {{"findings", {{{"evidence", "E1"}, {"stance", "contradicts"}, {"strength", 1}}}}})
      .step(EntryType::development, "develop", 2, 0, {{"findings", findings}});
  const auto view = report::view(builder.record());
  EXPECT_EQ(view.evidence[0].stance, core::Stance::supports);
  EXPECT_EQ(view.evidence[0].quotations[0].findings.size(), 2U);
  EXPECT_THAT(view.evidence[0].reasons, ElementsAre("r"));  // of a quotation that isn't there
}

core::Stance stance_of(const Json& findings) {
  RecordBuilder builder;
  builder.add(EntryType::evidence, {{"id", "E1"}, {"source", Json::object()}})
      .step(EntryType::development, "develop", 1, 0, {{"findings", findings}});
  return report::view(builder.record()).evidence[0].stance;
}

Json finding(const char* stance, double strength, const Json& part = nullptr) {
  return {{"evidence", "E1"}, {"stance", stance}, {"strength", strength}, {"part", part}};
}

TEST(View, WhatContradictsAPartContradictsTheClaim) {
  using core::Stance;
  EXPECT_EQ(stance_of({finding("supports", 1, 0), finding("contradicts", 0.6, 1)}),
            Stance::contradicts);
  EXPECT_EQ(stance_of({finding("supports", 0.9, 1), finding("contradicts", 0.6, 1)}),
            Stance::supports);
  EXPECT_EQ(stance_of({finding("supports", 1), finding("contradicts", 0.6, 1)}), Stance::supports);
  EXPECT_EQ(stance_of({finding("supports", 0.5), finding("contradicts", 0.6, 1)}),
            Stance::contradicts);
  EXPECT_EQ(stance_of({finding("supports", 1), finding("contradicts", 0.7)}), Stance::supports);
  EXPECT_EQ(stance_of(Json::array({finding("touches", 1)})), Stance::touches);
}

TEST(View, ComparesQuotationsWithTheKeptText) {
  const auto builder = refuted_check();
  const auto good = report::view(builder.record(), keeping(kept_page));
  EXPECT_EQ(good.evidence[0].quotations[0].standing, Standing::stands);
  EXPECT_EQ(good.evidence[0].quotations[0].before, "Home of bridges. ");
  EXPECT_EQ(good.evidence[0].quotations[0].after, " It is red.");

  std::string changed = kept_page;
  changed.replace(changed.find("1937"), 4, "1947");
  EXPECT_EQ(report::view(builder.record(), keeping(changed)).evidence[0].quotations[0].standing,
            Standing::differs);
  // The right bytes at the right place, in a text that is not the one that was quoted.
  EXPECT_EQ(
      report::view(builder.record(), keeping(kept_page + "!")).evidence[0].quotations[0].standing,
      Standing::differs);
  EXPECT_EQ(report::view(builder.record(), keeping("")).evidence[0].quotations[0].standing,
            Standing::differs);
}

TEST(View, CutsTheContextAtWordsAndCharacters) {
  std::string page;
  for (int i = 0; i < 100; ++i) page += "日本語 ";
  const std::size_t begin = page.size();
  page += "quoted";
  for (int i = 0; i < 100; ++i) page += "日本語";
  RecordBuilder builder;
  builder.add(
      EntryType::evidence,
      {{"id", "E1"},
       {"source", Json::object()},
       {"quotations",
        {{{"blob", io::sha256(page)}, {"begin", begin}, {"end", begin + 6}, {"text", "quoted"}}}}});
  auto options = keeping(page);
  for (options.context = 0; options.context < 20; ++options.context) {
    const auto quoted = report::view(builder.record(), options).evidence[0].quotations[0];
    EXPECT_EQ(quoted.standing, Standing::stands);
    EXPECT_NO_THROW((void)Json(quoted.before + quoted.after).dump()) << options.context;  // UTF-8
    EXPECT_LE(quoted.before.size() + quoted.after.size(), 2 * options.context + 6);
  }
}

TEST(View, SaysWhetherALanguageModelTookPart) {
  const auto embedded = report::view(refuted_check().record());
  EXPECT_FALSE(embedded.language_model);
  EXPECT_THAT(embedded.model_statement, testing::StartsWith("This check used no language model;"));
  auto builder = refuted_check();
  builder.step(EntryType::development, "develop", 2, 0, {{"prose", "p"}}, "openai:some-model");
  const auto other = report::view(builder.record());
  EXPECT_TRUE(other.language_model);
  EXPECT_THAT(other.model_statement, testing::HasSubstr("openai:some-model"));
  EXPECT_EQ(report::view(core::Record()).model_statement, "");
}

TEST(View, AddsUpTheTimes) {
  const auto view = report::view(refuted_check().record());
  EXPECT_DOUBLE_EQ(view.seconds, 1.2);
  ASSERT_EQ(view.stages.size(), 6U);
  EXPECT_EQ(view.stages[1].stage, "web_search");
  EXPECT_EQ(view.stages[1].steps, 2U);
  EXPECT_DOUBLE_EQ(view.stages[1].seconds, 0.1);
}

TEST(View, OfAnEmptyRecordIsEmpty) {
  const auto view = report::view(core::Record());
  EXPECT_FALSE(view.judgement);
  EXPECT_TRUE(view.turns.empty());
  EXPECT_EQ(view.find("E1"), nullptr);
}

TEST(KeptText, ReadsBlobsAndNothingElse) {
  const assay::test::TempDir folder;
  const auto name = io::sha256("text");
  assay::test::write(folder / "blobs" / name.substr(0, 2) / name.substr(2), "text");
  assay::test::write(folder / "secret", "s");
  const auto kept = kept_texts({folder / "elsewhere", folder.path()});
  EXPECT_EQ(kept(name), "text");
  EXPECT_EQ(kept(io::sha256("other")), std::nullopt);
  EXPECT_EQ(kept("../secret"), std::nullopt);
  EXPECT_EQ(kept("../../secret" + std::string(52, 'a')), std::nullopt);
  EXPECT_EQ(kept(""), std::nullopt);
  EXPECT_EQ(kept_texts({folder.path()}, 3)(name), std::nullopt);  // longer than the limit
}

}  // namespace
}  // namespace assay::report::test
