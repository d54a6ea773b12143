#include "reasoning/prompted_stages.h"

namespace assay::test {
namespace {

using core::Form;
using core::PictureRelation;
using core::Stance;
using models::Finish;
using models::ModelFailure;
using reasoning::DevelopInput;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class DevelopStage : public PromptedStages {
 protected:
  DevelopInput input() {
    DevelopInput one{picture_claim(), {item("E1", "It opened in 1889."), item("E2", "Nothing.")}};
    one.evidence[1].images = {image(4, "found bytes")};
    return one;
  }
  core::Development develop(DevelopInput one) {
    return run(reasoning::prompted::develop_stage(shared(), backbone()), std::move(one));
  }
};

TEST_F(DevelopStage, ThePromptHasClaimEvidenceAndPictures) {
  answers(R"({"analysis": "a [E1]", "findings": [], "missing": []})");
  develop(input());
  for (const char* part : {"[image:1]<claim's bytes>", "#### E1", "- title: \"Title of E1\"",
                           "- address: \"https://example.org/E1\"", "It opened in 1889.", "#### E2",
                           "- picture [image:4]<found bytes>"})
    EXPECT_THAT(prompt(), HasSubstr(part));
}

TEST_F(DevelopStage, FindingsAreOfEvidenceThatExists) {
  answers(R"({"analysis": "a", "findings": [
      {"evidence": "E1", "stance": "contradicts", "picture": "same picture"},
      {"evidence": "[E2]", "stance": "Supports", "picture": "same event"},
      {"evidence": "E9", "stance": "supports", "picture": "no picture"},
      {"evidence": "E2", "stance": "what?", "picture": "?"},
      7, null, "E1"], "missing": ["who built it", 3, null]})");
  const auto found = develop(input());
  ASSERT_EQ(found.findings.size(), 3U);
  EXPECT_EQ(found.findings[0].stance, Stance::contradicts);
  EXPECT_FALSE(found.findings[0].picture);  // E1 has none
  EXPECT_EQ(found.findings[1].evidence, "E2");
  EXPECT_EQ(found.findings[1].stance, Stance::supports);
  EXPECT_EQ(found.findings[1].picture, PictureRelation::same_event);
  EXPECT_EQ(found.findings[2].stance, Stance::touches);
  EXPECT_THAT(found.missing, ElementsAre("who built it", "3"));
}

TEST_F(DevelopStage, ProseRefersToWhatThereIs) {
  answers(
      R"({"analysis": "[E1] but [E7] and [image:8] <b>differ</b> http://evil.org/x", "findings": [], "missing": []})");
  EXPECT_EQ(develop(input()).prose, "[E1] but and differ");
  EXPECT_EQ((*calls_)[0].form, Form::repaired);
  EXPECT_THAT((*calls_)[0].problem, AllOf(HasSubstr("[E7]"), HasSubstr("[image:8]")));
}

TEST_F(DevelopStage, ProseAloneIsAnAnalysis) {
  answers("The year differs [E1].");
  const auto found = develop(input());
  EXPECT_EQ(found.prose, "The year differs [E1].");
  EXPECT_THAT(found.findings, IsEmpty());
  EXPECT_EQ((*calls_)[0].form, Form::repaired);
}

TEST_F(DevelopStage, UnusableAnswersAndFailuresAreNoAnalysis) {
  for (const auto& bad : {says("", Finish::empty), says("x", Finish::refused),
                          says("{\"analysis\": \"half", Finish::cut), says("{\"findings\": []}")}) {
    answers(std::vector{bad});
    const auto found = develop(input());
    EXPECT_EQ(found.prose, "");
    EXPECT_EQ(calls_->size(), 3U);
  }
  fails(ModelFailure::Kind::unavailable);
  EXPECT_EQ(develop(input()).prose, "");
  EXPECT_EQ(calls_->back().error_kind, "unavailable");
}

TEST_F(DevelopStage, EndlessRepetitionIsUnusable) {
  std::string endless;
  for (int i = 0; i < 300; ++i) endless += "and the tower ";
  answers({says(endless), says(R"({"analysis": "a", "findings": [], "missing": []})")});
  EXPECT_EQ(develop(input()).prose, "a");
  EXPECT_THAT((*calls_)[0].problem, HasSubstr("repeats itself"));
  EXPECT_THAT(prompt(1), Not(HasSubstr("and the tower and the tower")));
}

TEST_F(DevelopStage, AnAnswerThatRepeatsItsPromptIsUnusable) {
  answers({says(R"({"analysis": "The claim: <<<data 0011223344", "findings": [], "missing": []})"),
           says(R"({"analysis": "a", "findings": [], "missing": []})")});
  EXPECT_EQ(develop(input()).prose, "a");
  EXPECT_THAT((*calls_)[0].problem, HasSubstr("repeats the task"));
}

TEST_F(DevelopStage, EvidenceThatDoesNotFitIsDroppedWholeAndTold) {
  context_ = 8'000;
  auto one = input();
  one.evidence.clear();
  for (int i = 1; i <= 12; ++i)
    one.evidence.push_back(item("E" + std::to_string(i), std::string(800, 'x'), i <= 6 ? 1 : 2));
  answers(R"({"analysis": "a", "findings": [], "missing": []})");
  develop(one);
  const auto& dropped = (*calls_)[0].dropped;
  ASSERT_FALSE(dropped.empty());
  ASSERT_LT(dropped.size(), 12U);
  EXPECT_EQ(dropped[0], "E1");  // in the order of the record
  for (const auto& id : dropped) EXPECT_THAT(prompt(), Not(HasSubstr("#### " + id + "\n")));
  EXPECT_THAT(prompt(), HasSubstr("#### E7\n"));
}

}  // namespace
}  // namespace assay::test
