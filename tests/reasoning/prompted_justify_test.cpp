#include "reasoning/prompted_stages.h"

namespace assay::test {
namespace {

using core::Form;
using core::Verdict;
using models::Finish;
using models::ModelFailure;
using reasoning::JustifyInput;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class JustifyStage : public PromptedStages {
 protected:
  JustifyInput input() {
    JustifyInput one{claim(),
                     core::LabelSpace::named("averitec"),
                     {item("E1", "It opened in 1889."), item("E2", "It is tall.")},
                     {},
                     {}};
    one.evidence[1].images = {image(4, "found bytes")};
    one.development.prose = "The year differs.";
    one.judgement = {Verdict::refuted, "Refuted", 0.9, "Key: 1889.", {"a note"}};
    return one;
  }
  std::string justify(JustifyInput one, reasoning::prompted::Shared all) {
    return run(reasoning::prompted::justify_stage(std::move(all), backbone()), std::move(one)).text;
  }
  std::string justify(JustifyInput one) { return justify(std::move(one), shared()); }
};

TEST_F(JustifyStage, ThePromptHasWhatTheReaderIsToBeTold) {
  answers("It opened in 1889 [E1], see [here](https://example.org/E1) and [image:4].");
  EXPECT_EQ(justify(input()),
            "It opened in 1889 [E1], see [here](https://example.org/E1) and [image:4].");
  for (const char* part : {"judged **Refuted**", "#### E1", "The year differs.", "Key: 1889.",
                           "- a note", "Link a source in Markdown", "name it by its reference",
                           "- address: \"https://example.org/E1\"", "[image:4]<found bytes>"})
    EXPECT_THAT(prompt(), HasSubstr(part));
  EXPECT_THAT(prompt(), Not(HasSubstr("Follow this style")));
  EXPECT_EQ((*calls_)[0].form, Form::exact);
  EXPECT_FALSE(model_->asked[0].options.schema);
}

TEST_F(JustifyStage, AStyleExampleIsFollowed) {
  answers("It opened in 1889 [E1].");
  auto all = shared();
  all.style_example = "Short. {{claim}}";
  justify(input(), all);
  EXPECT_THAT(prompt(), AllOf(HasSubstr("## Follow this style"), HasSubstr("Short. {{claim}}")));
}

TEST_F(JustifyStage, WhatRefersToNothingIsTakenOut) {
  answers("It opened in 1889 (E1) [E9], see [image:8] and [this](http://evil.org) <b>now</b>.");
  EXPECT_EQ(justify(input()), "It opened in 1889 [E1], see and this now.");
  EXPECT_EQ((*calls_)[0].form, Form::repaired);
  EXPECT_THAT((*calls_)[0].problem, AllOf(HasSubstr("[E9]"), HasSubstr("evil.org")));
}

TEST_F(JustifyStage, FencesAndObjectsAreTakenOff) {
  answers("```markdown\nIt opened in 1889 [E1].\n```");
  EXPECT_EQ(justify(input()), "It opened in 1889 [E1].");
  answers(R"({"justification": "It opened in 1889 [E1]."})");
  EXPECT_EQ(justify(input()), "It opened in 1889 [E1].");
}

TEST_F(JustifyStage, OneThatCitesNothingIsAskedAgain) {
  answers({says("It opened in 1889."), says("It opened in 1889 [E1].")});
  EXPECT_EQ(justify(input()), "It opened in 1889 [E1].");
  EXPECT_THAT(prompt(1), HasSubstr("cite IDs that exist"));
}

TEST_F(JustifyStage, ThatNothingSettlesItNeedsNoCitation) {
  auto one = input();
  one.judgement = {Verdict::not_enough_evidence, "Not Enough Evidence", 0.5, "", {}};
  answers("No source speaks of the opening.");
  EXPECT_EQ(justify(one), "No source speaks of the opening.");
  EXPECT_EQ(calls_->size(), 1U);
}

TEST_F(JustifyStage, TheVerdictStandsWithoutTheModelsWords) {
  for (const auto& bad :
       {says("", Finish::empty), says("no", Finish::refused), says("[E9]"),
        says("It is half", Finish::cut), says(std::string(20'000, 'a') + " b [E1]")}) {
    answers(std::vector{bad});
    auto one = input();
    EXPECT_THAT(justify(one),
                AllOf(HasSubstr("no justification that could be used"), HasSubstr("[E1] [E2]")));
    core::Finding finding;
    finding.evidence = "E1";
    finding.stance = core::Stance::contradicts;
    one.development.findings = {finding};
    EXPECT_THAT(justify(one), HasSubstr("By its analysis, [E1] contradicts the claim."));
  }
  fails(ModelFailure::Kind::unavailable);
  EXPECT_THAT(justify(input()), HasSubstr("it failed"));
  auto none = input();
  none.evidence.clear();
  EXPECT_THAT(justify(none), Not(HasSubstr("[")));
}

}  // namespace
}  // namespace assay::test
