#include <nlohmann/json.hpp>

#include "reasoning/prompted_stages.h"

namespace assay::test {
namespace {

using core::Form;
using core::LabelSpace;
using core::Verdict;
using models::Finish;
using models::ModelFailure;
using reasoning::BaselineInput;
using reasoning::JudgeInput;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class JudgeStage : public PromptedStages {
 protected:
  JudgeInput input(const std::string& labels = "averitec") {
    JudgeInput one{
        claim(), LabelSpace::named(labels), {item("E1", "It opened in 1889.")}, {}, false};
    one.development.prose = "The year differs [E1].";
    one.development.missing = {"who built it"};
    return one;
  }
  core::Judgement judge(JudgeInput one) {
    return run(reasoning::prompted::judge_stage(shared(), backbone()), std::move(one));
  }
  void judges(const std::string& label, double confidence = 0.9) {
    answers(core::Json{{"key_findings", "k [E1]"}, {"verdict", label}, {"confidence", confidence}}
                .dump());
  }
};

TEST_F(JudgeStage, ThePromptHasTheRecordAndTheOptions) {
  judges("Refuted");
  const auto judged = judge(input());
  EXPECT_EQ(judged.verdict, Verdict::refuted);
  EXPECT_EQ(judged.label, "Refuted");
  EXPECT_EQ(judged.confidence, 0.9);
  EXPECT_EQ(judged.key_findings, "k [E1]");
  const auto text = prompt();
  for (const char* part :
       {"The tower opened in 1899.", "#### E1", "The year differs", "- who built it",
        "- `Supported`: The evidence that was found backs the claim.", "- `Not Enough Evidence`: ",
        "First sum up the key findings", "Do not argue from ignorance"})
    EXPECT_THAT(text, HasSubstr(part));
  EXPECT_THAT(text, Not(HasSubstr("comes with a picture")));
  EXPECT_THAT(text, Not(HasSubstr("This is the last round")));
}

TEST_F(JudgeStage, ThePictureRuleAndTheLastRound) {
  judges("Refuted");
  auto one = input();
  one.claim = picture_claim();
  one.last = true;
  judge(one);
  EXPECT_THAT(prompt(), AllOf(HasSubstr("The claim comes with a picture"),
                              HasSubstr("This is the last round"), HasSubstr("<claim's bytes>")));
}

TEST_F(JudgeStage, BeforeTheLastRoundEverySpaceMayGoOn) {
  judges("not enough evidence");
  const auto judged = judge(input("verite"));
  EXPECT_EQ(judged.verdict, Verdict::not_enough_evidence);
  EXPECT_EQ(judged.label, "");
  EXPECT_THAT(prompt(), HasSubstr("`not enough evidence`: What was found so far"));
  EXPECT_THAT(prompt(), HasSubstr("the option for an altered caption"));
  auto last = input("verite");
  last.last = true;
  EXPECT_EQ(judge(last).confidence, 0);  // none of the options, three times
  EXPECT_THAT(prompt(1), Not(HasSubstr("`not enough evidence`")));
}

TEST_F(JudgeStage, AnUnusableJudgementIsNotEnoughEvidenceWithNoConfidence) {
  for (const auto& bad :
       {says("", Finish::empty), says("I won't.", Finish::refused), says("Mostly false."),
        says(R"({"verdict": "Half true", "confidence": 1})"),
        says(R"({"verdict": "Supported", "confi)", Finish::cut), says("Supported or Refuted"),
        says("The claim can't be called `Supported`.")}) {
    answers(std::vector{bad});
    const auto judged = judge(input());
    EXPECT_EQ(judged.verdict, Verdict::not_enough_evidence) << bad.text;
    EXPECT_EQ(judged.label, "Not Enough Evidence");
    EXPECT_EQ(judged.confidence, 0);
    ASSERT_EQ(judged.reasons.size(), 1U);
    EXPECT_THAT(judged.reasons[0], HasSubstr("no verdict could be read"));
    EXPECT_EQ(calls_->size(), 3U) << bad.text;
  }
}

TEST_F(JudgeStage, AWrongLabelIsAskedAgainWithTheChoices) {
  answers({says(R"({"key_findings": "k", "verdict": "False", "confidence": 1})"),
           says(R"({"key_findings": "k", "verdict": "Refuted", "confidence": 1})")});
  EXPECT_EQ(judge(input()).label, "Refuted");
  EXPECT_THAT(prompt(1), HasSubstr("\"False\" is none of the options; choose one of `Supported`"));
}

TEST_F(JudgeStage, AModelThatIsDownEndsTheCheck) {
  for (const auto kind : {ModelFailure::Kind::unavailable, ModelFailure::Kind::key}) {
    fails(kind);
    EXPECT_THROW(judge(input()), ModelFailure);
  }
}

TEST_F(JudgeStage, InventedReferencesAreTakenOutOfTheFindings) {
  answers(R"({"key_findings": "[E1] and [E5]", "verdict": "Refuted", "confidence": 1})");
  EXPECT_EQ(judge(input()).key_findings, "[E1] and");
  EXPECT_EQ((*calls_)[0].form, Form::repaired);
}

TEST_F(JudgeStage, APrematureJudgementIsNotEnoughEvidence) {
  judges("Supported");
  auto one = input();
  one.claim = picture_claim();
  one.evidence[0].images = {image(4, "another picture")};
  auto judged = judge(one);
  EXPECT_EQ(judged.verdict, Verdict::not_enough_evidence);
  EXPECT_EQ(judged.label, "Not Enough Evidence");
  ASSERT_EQ(judged.reasons.size(), 1U);
  EXPECT_THAT(judged.reasons[0], AllOf(HasSubstr("`Supported`"), HasSubstr("found nowhere")));

  core::Finding same;
  same.evidence = "E1";
  same.picture = core::PictureRelation::same_picture;
  one.development.findings = {same};
  judged = judge(one);
  EXPECT_EQ(judged.verdict, Verdict::supported);
  EXPECT_EQ(judged.confidence, 0.9);
}

TEST_F(JudgeStage, WhereAVerdictMustBeChosenThePrematureOneIsDoubted) {
  judges("true");
  auto one = input("verite");
  one.claim = picture_claim();
  EXPECT_EQ(judge(one).verdict, Verdict::not_enough_evidence);
  one.last = true;
  const auto judged = judge(one);
  EXPECT_EQ(judged.label, "true");
  EXPECT_LE(judged.confidence, 0.1);
  EXPECT_FALSE(judged.reasons.empty());
}

TEST_F(JudgeStage, AVerdictFromNoEvidenceDoesNotStand) {
  for (const char* label : {"Supported", "Refuted"}) {
    judges(label);
    auto one = input();
    one.evidence.clear();
    const auto judged = judge(one);
    EXPECT_EQ(judged.verdict, Verdict::not_enough_evidence);
    EXPECT_THAT(judged.reasons.at(0), HasSubstr("no evidence to rest that on"));
  }
  EXPECT_THAT(prompt(), HasSubstr("No evidence was found so far."));
}

TEST_F(JudgeStage, EvidenceThatDidNotFitIsNoneThatWasSeen) {
  judges("Refuted");
  context_ = 3'000;
  auto one = input();
  one.evidence[0].takeaways = std::string(20'000, 'x');
  EXPECT_EQ(judge(one).verdict, Verdict::not_enough_evidence);
  EXPECT_THAT((*calls_)[0].dropped, testing::ElementsAre("E1"));
}

TEST_F(JudgeStage, BaselinesAnswerWithoutEvidence) {
  judges("Refuted");
  const BaselineInput one{picture_claim(), LabelSpace::named("verite")};
  const auto direct = run(reasoning::prompted::direct_stage(shared(), backbone()), one);
  EXPECT_EQ(direct.confidence, 0);  // no label of verite
  answers(R"({"key_findings": "first …", "verdict": "out-of-context", "confidence": 0.6})");
  model_->asked.clear();
  const auto cot = run(reasoning::prompted::cot_stage(shared(), backbone()), one);
  EXPECT_EQ(cot.label, "out-of-context");
  EXPECT_EQ(cot.key_findings, "first …");
  EXPECT_THAT(prompt(), AllOf(HasSubstr("step by step"), HasSubstr("<claim's bytes>"),
                              HasSubstr("`miscaptioned`"), Not(HasSubstr("## The evidence"))));
}

}  // namespace
}  // namespace assay::test
