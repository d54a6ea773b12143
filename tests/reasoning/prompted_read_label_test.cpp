#include "reasoning/prompted/read_label.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace assay::reasoning::prompted {
namespace {

using core::Form;
using core::LabelSpace;
using core::Verdict;
using testing::HasSubstr;

Reading<core::Judgement> read(const std::string& text, const std::string& space = "averitec",
                              bool may_abstain = true) {
  models::ChatAnswer answer;
  answer.text = text;
  return read_judgement(answer, LabelSpace::named(space), may_abstain);
}

std::string label_of(const std::string& text) {
  const auto reading = read(text);
  return reading.value ? reading.value->label : "none: " + reading.problem;
}

TEST(FindLabel, WhateverCaseMarksAndSpaces) {
  const auto space = LabelSpace::named("averitec");
  for (const char* name : {"Refuted", "refuted", "REFUTED", " Refuted. ", "`Refuted`", "re-futed"})
    EXPECT_EQ(find_label(space, name), space.find("Refuted")) << name;
  EXPECT_NE(find_label(space, "conflicting evidence / cherry-picking"), nullptr);
  EXPECT_NE(find_label(space, "not_enough_evidence"), nullptr);
  for (const char* name : {"", "   ", "no", "refuted and supported", "not refuted", "反驳"})
    EXPECT_EQ(find_label(space, name), nullptr) << name;
}

TEST(ReadJudgement, AsItIsAskedFor) {
  const auto reading =
      read(R"({"key_findings": "k [E1]", "verdict": "Refuted", "confidence": 0.9})");
  ASSERT_TRUE(reading.value);
  EXPECT_EQ(reading.form, Form::exact);
  EXPECT_EQ(reading.value->verdict, Verdict::refuted);
  EXPECT_EQ(reading.value->confidence, 0.9);
  EXPECT_EQ(reading.value->key_findings, "k [E1]");
}

TEST(ReadJudgement, OtherLettersAreRepaired) {
  const auto reading = read("```json\n{'verdict': 'refuted', 'confidence': '85 %'}\n```");
  EXPECT_EQ(reading.form, Form::repaired);
  EXPECT_EQ(reading.value->label, "Refuted");
  EXPECT_EQ(reading.value->confidence, 0.85);
  EXPECT_EQ(read(R"({"verdict": "REFUTED", "confidence": 1})").form, Form::repaired);
}

TEST(ReadJudgement, NoConfidenceIsAMiddleOne) {
  EXPECT_EQ(read(R"({"verdict": "Refuted"})").value->confidence, 0.5);
  EXPECT_EQ(read(R"({"verdict": "Refuted", "confidence": "very high"})").value->confidence, 0.5);
  EXPECT_EQ(read(R"({"verdict": "Refuted", "confidence": "9/10"})").value->confidence, 0.5);
}

TEST(ReadJudgement, ProseThatNamesItsVerdict) {
  for (const char* text : {
           "Refuted",
           "**Refuted**",
           "Verdict: Refuted",
           "**Verdict:** Refuted\n\nBecause of [E1].",
           "The evidence is clear.\n\nREFUTED",
           "Both years differ. The verdict is `Refuted`.",
           "My final answer: **refuted**, since [E1] says so.",
           "{\"verdict\": \"Refuted\", \"key_findings\": [}",
           "label = Refuted",
       })
    EXPECT_EQ(label_of(text), "Refuted") << text;
}

TEST(ReadJudgement, ProseThatOnlySpeaksOfLabelsNamesNone) {
  for (const char* text : {
           "Nothing here would make the claim \"Supported\".",
           "I cannot call it `Supported` without a source.",
           "It is not **Refuted**.",
           "The verdict is not Supported.",
           "Either Supported or Refuted.",
           "Verdict: Supported\nVerdict: Refuted",
           "Supported\nRefuted",
           "The verdict depends on what supported means.",
           "The claim is refuted by nobody.",
           "",
           "I don't know.",
       })
    EXPECT_THAT(label_of(text), HasSubstr("none: ")) << text;
}

TEST(ReadJudgement, AWrongLabelIsToldTheChoices) {
  const auto reading = read(R"({"verdict": "Mostly false", "confidence": 0.9})");
  EXPECT_FALSE(reading.value);
  EXPECT_THAT(reading.problem, HasSubstr("\"Mostly false\" is none of the options"));
  EXPECT_THAT(reading.problem, HasSubstr("`Not Enough Evidence`"));
  for (const char* text :
       {R"({"verdict": "Supported or Refuted"})", R"({"verdict": ""})", R"({"verdict": null})",
        R"({"verdict": {"label": 3}})", R"({"verdict": ["Supported", "Refuted"]})"})
    EXPECT_FALSE(read(text).value) << text;
  EXPECT_EQ(label_of(R"({"verdict": ["Refuted"]})"), "Refuted");
}

TEST(ReadJudgement, ACutAnswerIsNoJudgement) {
  models::ChatAnswer answer;
  answer.text = "Verdict: Supported";
  answer.finish = models::Finish::cut;
  EXPECT_FALSE(read_judgement(answer, LabelSpace::named("averitec"), true).value);
}

TEST(ReadJudgement, AbstainingWhereTheSpaceHasNoWordForIt) {
  const auto early = read(R"({"verdict": "not enough evidence"})", "verite", true);
  ASSERT_TRUE(early.value);
  EXPECT_EQ(early.value->verdict, Verdict::not_enough_evidence);
  EXPECT_EQ(early.value->label, "");
  const auto last = read(R"({"verdict": "not enough evidence"})", "verite", false);
  EXPECT_FALSE(last.value);
  EXPECT_THAT(last.problem, HasSubstr("`out-of-context`"));
  EXPECT_THAT(last.problem, testing::Not(HasSubstr("not enough evidence`")));
  EXPECT_EQ(read(R"({"verdict": "Not enough information"})", "mocheg").value->label, "NEI");
  EXPECT_EQ(read(R"({"verdict": "insufficient evidence"})").value->label, "Not Enough Evidence");
}

TEST(NoJudgement, IsNotEnoughEvidenceWithNoConfidenceAndTheReason) {
  const auto none = no_judgement(LabelSpace::named("averitec"), "the answer is empty");
  EXPECT_EQ(none.verdict, Verdict::not_enough_evidence);
  EXPECT_EQ(none.label, "Not Enough Evidence");
  EXPECT_EQ(none.confidence, 0);
  EXPECT_THAT(none.reasons.at(0), HasSubstr("the answer is empty"));
  EXPECT_EQ(no_judgement(LabelSpace::named("verite"), "x").label, "");
}

TEST(JudgementSchema, NamesTheChoicesAndWhetherToReason) {
  const auto names = [](const char* space, bool may_abstain) {
    return core::Json::parse(judgement_schema(LabelSpace::named(space), may_abstain, true))
        .at("properties")
        .at("verdict")
        .at("enum");
  };
  EXPECT_EQ(names("averitec", true).size(), 4U);
  EXPECT_EQ(names("verite", true).size(), 4U);
  EXPECT_EQ(names("verite", false).size(), 3U);
  const auto plain = core::Json::parse(judgement_schema(LabelSpace::named("default"), true, false));
  EXPECT_FALSE(plain.at("properties").contains("key_findings"));
  EXPECT_EQ(plain.at("required").size(), 2U);
}

TEST(ReadJudgement, EverySpaceReadsItsOwnLabels) {
  for (const auto name : LabelSpace::known()) {
    const auto space = LabelSpace::named(name);
    for (const auto& label : space.labels()) {
      const auto reading =
          read(core::Json{{"verdict", label.name}, {"confidence", 0.7}}.dump(), std::string(name));
      ASSERT_TRUE(reading.value) << name << " " << label.name;
      EXPECT_EQ(reading.value->label, label.name);
      EXPECT_EQ(reading.value->verdict, label.verdict);
      EXPECT_EQ(reading.form, Form::exact);
    }
  }
}

}  // namespace
}  // namespace assay::reasoning::prompted
