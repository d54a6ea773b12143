// Contracts of the five stages that hold for any input.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <regex>

#include "reasoning/extractive/judge_model.h"
#include "reasoning/pipeline.h"

namespace assay::test {
namespace {

using core::Finding;
using core::Stance;
using core::Verdict;
using reasoning::extractive::Lexicon;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

core::Claim claim_of(const std::string& text) {
  core::Claim claim;
  claim.text = core::MultimodalText(text);
  return claim;
}

reasoning::PlanInput plan_input(const std::string& claim) {
  reasoning::PlanInput input;
  input.claim = claim_of(claim);
  input.tools = {{"web_search", {}, {}}};
  return input;
}

core::Plan plan(const reasoning::PlanInput& input) {
  return reasoning::extractive::plan(input, installed_lexicon());
}

const char* const imports =
    "India's imports from China increased by 27% in April 2020, and \"we will never buy again\" "
    "was "
    "said by Ravi Rao.";

TEST(Plan, BeginsWithTheClaimAndGoesForItsParticulars) {
  const auto planned = plan(plan_input(imports));
  ASSERT_GE(planned.actions.size(), 2U);
  ASSERT_LE(planned.actions.size(), 4U);
  EXPECT_EQ(planned.actions[0].arguments[0], imports);
  std::string all;
  for (const auto& action : planned.actions) {
    EXPECT_EQ(action.tool, "web_search");
    EXPECT_THAT(action.arguments, SizeIs(1));
    EXPECT_FALSE(action.reason.empty());
    all += action.arguments[0] + "\n";
  }
  EXPECT_THAT(all, HasSubstr("\nwe will never buy again\n"));
  EXPECT_THAT(planned.uncovered, Not(IsEmpty()));
  EXPECT_FALSE(planned.dead_end);
}

TEST(Plan, NeverProposesWhatWasDone) {
  auto input = plan_input(imports);
  std::size_t seen = 0;
  for (int turn = 1; turn <= 8; ++turn) {
    input.turn = turn;
    const auto planned = plan(input);
    for (const auto& action : planned.actions)
      for (const auto& done : input.done) EXPECT_FALSE(action == done) << action.to_string();
    input.done.insert(input.done.end(), planned.actions.begin(), planned.actions.end());
    input.new_evidence = 1;
    core::Development development;
    development.missing = {imports};
    input.developments = {development};
    seen += planned.actions.size();
    if (planned.actions.empty()) {
      EXPECT_TRUE(planned.dead_end);
      EXPECT_GT(seen, 4U);
      return;
    }
  }
  FAIL() << "there is no end of searches";
}

TEST(Plan, GoesAfterWhatIsNotCovered) {
  auto input = plan_input("Canberra is the capital of Australia and was founded in 1788.");
  input.turn = 2;
  input.new_evidence = 1;
  input.done = {{"web_search", {input.claim.text.plain()}, ""}};
  core::Development development;
  development.missing = {"was founded in 1788"};
  input.developments = {development};
  const auto planned = plan(input);
  ASSERT_FALSE(planned.actions.empty());
  EXPECT_THAT(planned.actions[0].arguments[0], HasSubstr("1788"));
  EXPECT_EQ(planned.uncovered, development.missing);
}

TEST(Plan, StopsAtADeadEndAndWhereAllIsSettled) {
  auto input = plan_input(imports);
  input.turn = 2;
  input.done = plan(plan_input(imports)).actions;
  core::Development development;
  development.missing = {imports};
  input.developments = {development};
  input.new_evidence = 0;
  EXPECT_TRUE(plan(input).dead_end);
  EXPECT_THAT(plan(input).actions, IsEmpty());
  input.new_evidence = 2;
  input.developments[0].missing.clear();
  EXPECT_THAT(plan(input).actions, IsEmpty());
  EXPECT_FALSE(plan(input).dead_end);
}

TEST(Plan, ProposesOnlyToolsThatExist) {
  auto input = plan_input(imports);
  input.tools = {{"image_search", {}, {}}};
  EXPECT_THAT(plan(input).actions, IsEmpty());
  EXPECT_THAT(plan(plan_input(" ")).actions, IsEmpty());
}

TEST(Plan, CutsALongClaim) {
  std::string claim;
  for (int i = 0; i < 500; ++i) claim += "word" + std::to_string(i) + " ";
  for (const auto& action : plan(plan_input(claim)).actions)
    EXPECT_LE(action.arguments[0].size(), 300U);
}

core::Summary summarize(const std::string& claim, const std::string& text) {
  reasoning::SummarizeInput input;
  input.claim = claim_of(claim);
  input.source.text_blob = "b10b";
  input.text = text;
  return reasoning::extractive::summarize(input, installed_lexicon());
}

void expect_exact(const core::Summary& summary, const std::string& text) {
  for (const auto& quotation : summary.quotations) {
    ASSERT_LT(quotation.begin, quotation.end);
    ASSERT_LE(quotation.end, text.size());
    EXPECT_EQ(quotation.text, text.substr(quotation.begin, quotation.end - quotation.begin));
    EXPECT_EQ(quotation.blob, "b10b");
    EXPECT_NE(static_cast<unsigned char>(text[quotation.begin]) & 0xC0, 0x80);
    if (quotation.end < text.size()) {
      EXPECT_NE(static_cast<unsigned char>(text[quotation.end]) & 0xC0, 0x80);
    }
  }
}

TEST(Summarize, QuotesTheSentencesThatBearOnTheClaim) {
  const std::string text =
      "Welcome to our page. The Eiffel Tower was completed in 1889.\n\nTickets are sold online. "
      "“Its height is 330 m,” the Eiffel Tower’s operator says. Cookies help us.";
  const auto summary =
      summarize("The Eiffel Tower was completed in 1889 and is 330 metres high.", text);
  expect_exact(summary, text);
  ASSERT_EQ(summary.quotations.size(), 2U);
  EXPECT_EQ(summary.quotations[0].text, "The Eiffel Tower was completed in 1889.");
  EXPECT_THAT(summary.quotations[1].text, HasSubstr("330 m"));
  EXPECT_THAT(summary.takeaways, Not(IsEmpty()));
}

TEST(Summarize, IsNoneWhereNothingBearsOnIt) {
  EXPECT_TRUE(
      summarize("The mayor of Kelso bought a yacht.", "Tomatoes need sun and water.").none());
  EXPECT_TRUE(summarize("The mayor of Kelso bought a yacht.", "").none());
  EXPECT_TRUE(summarize("", "Tomatoes need sun and water.").none());
}

TEST(Summarize, ReadsEveryScript) {
  const std::pair<const char*, const char*> pairs[] = {
      {"长江是中国最长的河流。", "天气很好。长江是中国最长的河流，全长约6300公里。我们去公园。"},
      {"القاهرة هي عاصمة مصر.", "الجو جميل اليوم. القاهرة هي عاصمة مصر وأكبر مدنها. شكرا لكم."},
      {"Москва является столицей России.", "Погода хорошая. Москва — столица России. Спасибо."},
      {"กรุงเทพมหานครเป็นเมืองหลวงของประเทศไทย",
       "กรุงเทพมหานครเป็นเมืองหลวงของประเทศไทยและเป็นเมืองที่ใหญ่ที่สุด"},
      {"Der Kölner Dom ist hoch.", "Schönes Wetter. Der Kölner Dom ist 157 Meter hoch. Bis bald."},
      {"東京は日本の首都である。", "天気がいい。東京は日本の首都である。公園へ行く。"}};
  for (const auto& [claim, text] : pairs) {
    const auto summary = summarize(claim, text);
    ASSERT_FALSE(summary.none()) << claim;
    expect_exact(summary, text);
    EXPECT_LE(summary.quotations.size(), 1U) << claim;
  }
}

TEST(Summarize, SurvivesBrokenAndLongText) {
  std::string text = "The tower \xff\xfe is 300 m high. \xc3";
  expect_exact(summarize("The tower is 300 m high.", text), text);
  std::string words;
  while (words.size() < 300'000) words += "the tower of the town is high and old, ";
  const auto start = std::chrono::steady_clock::now();
  const auto summary = summarize("The tower is 300 m high.", words);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  expect_exact(summary, words);
  EXPECT_LE(summary.quotations.size(), 8U);
}

TEST(Develop, TellsReasonsAndWhatIsMissing) {
  const auto checked =
      check(imports, {{"India's imports from China declined by 27.63 per cent in April 2020."}},
            installed_lexicon());
  ASSERT_FALSE(checked.development.findings.empty());
  const auto& finding = checked.development.findings[0];
  EXPECT_EQ(finding.stance, Stance::contradicts);
  std::string reasons;
  for (const auto& reason : finding.reasons) reasons += reason + "\n";
  EXPECT_THAT(reasons, HasSubstr("\"increased\" against \"declined\""));
  EXPECT_THAT(checked.development.prose, HasSubstr("E1 contradicts"));
  std::string missing;
  for (const auto& part : checked.development.missing) missing += part;
  EXPECT_THAT(missing, HasSubstr("never buy again"));
  EXPECT_THAT(checked.development.prose, HasSubstr("Not settled"));
}

TEST(Develop, SaysWhereWordNetIsMissing) {
  const auto checked = check("A claim.", {}, Lexicon());
  EXPECT_THAT(checked.development.prose, HasSubstr("WordNet was not found"));
}

TEST(Develop, KeepsNumbersWithinBounds) {
  for (const auto* claim : {"x", "The 5 of 6 and 7.", imports, "全部"})
    for (const auto& finding :
         check(claim, {{"It is false: x, 5 of 6, India's imports, 全部."}}, installed_lexicon())
             .development.findings) {
      EXPECT_GE(finding.strength, 0);
      EXPECT_LE(finding.strength, 1);
      EXPECT_GE(finding.coverage, 0);
      EXPECT_LE(finding.coverage, 1);
    }
}

core::Judgement judge(std::vector<Finding> findings, const std::string& space, bool last = true) {
  reasoning::JudgeInput input{
      claim_of("The tower is high."), core::LabelSpace::named(space), {}, {}, last};
  for (const auto& finding : findings)
    if (std::ranges::find(input.evidence, finding.evidence, &core::Evidence::id) ==
        input.evidence.end())
      input.evidence.emplace_back().id = finding.evidence;
  input.development.findings = std::move(findings);
  return reasoning::extractive::judge(input);
}

Finding finding(const char* evidence, Stance stance, double strength, double coverage = 0.9) {
  Finding f;
  f.evidence = evidence;
  f.stance = stance;
  f.strength = strength;
  f.coverage = coverage;
  return f;
}

TEST(Judge, SaysNotEnoughWithoutEvidenceInEverySpaceThatCan) {
  for (const auto* space : {"default", "averitec", "mocheg", "cr2024plus", "rwpost"}) {
    const auto judgement = judge({}, space);
    EXPECT_EQ(judgement.verdict, Verdict::not_enough_evidence) << space;
    EXPECT_NE(core::LabelSpace::named(space).find(judgement.label), nullptr) << space;
  }
}

TEST(Judge, NeverRefutesWhatNothingContradicts) {
  for (const auto& name : core::LabelSpace::known())
    for (const double strength : {0.05, 0.5, 1.0})
      for (const double coverage : {0.0, 0.2, 0.5, 0.9})
        for (const auto stance : {Stance::touches, Stance::supports})
          EXPECT_NE(judge({finding("E1", stance, strength, coverage)}, std::string(name)).verdict,
                    Verdict::refuted)
              << name << " " << strength << " " << coverage;
}

TEST(Judge, FollowsClearFindingsInEverySpace) {
  for (const auto& name : core::LabelSpace::known()) {
    const std::string space(name);
    EXPECT_EQ(judge({finding("E1", Stance::supports, 0.97, 1)}, space).verdict, Verdict::supported)
        << space;
    EXPECT_EQ(judge({finding("E1", Stance::contradicts, 0.95, 1)}, space).verdict, Verdict::refuted)
        << space;
  }
}

TEST(Judge, CallsGoodSourcesThatDisagreeConflicting) {
  const std::vector<Finding> findings{finding("E1", Stance::supports, 0.95),
                                      finding("E2", Stance::contradicts, 0.85)};
  EXPECT_EQ(judge(findings, "default").verdict, Verdict::conflicting);
  EXPECT_EQ(judge(findings, "averitec").label, "Conflicting Evidence/Cherrypicking");
  EXPECT_EQ(judge(findings, "cr2024plus").label, "misleading");
  // A space without such a label: they settle nothing.
  EXPECT_EQ(judge(findings, "mocheg").label, "NEI");
}

TEST(Judge, RefutesACompoundClaimOfWhichAPartIsWrong) {
  auto right = finding("E1", Stance::supports, 0.97, 0.5);
  right.part = 0;
  auto wrong = finding("E2", Stance::contradicts, 0.85, 0.5);
  wrong.part = 1;
  EXPECT_EQ(judge({right, wrong}, "default").verdict, Verdict::refuted);
}

TEST(Judge, WaitsForTheLastTurnWhereItCannotAbstain) {
  for (const auto* space : {"verite", "newsclippings"}) {
    const auto open = judge({finding("E1", Stance::touches, 0.9, 0.3)}, space, false);
    EXPECT_EQ(open.verdict, Verdict::not_enough_evidence) << space;
    EXPECT_EQ(open.label, "") << space;
    const auto forced = judge({finding("E1", Stance::touches, 0.9, 0.3)}, space, true);
    EXPECT_NE(core::LabelSpace::named(space).find(forced.label), nullptr) << space;
    EXPECT_NE(forced.verdict, Verdict::not_enough_evidence) << space;
    EXPECT_LE(forced.confidence, 0.6) << space;
  }
}

TEST(Judge, HasAConfidenceThatGrowsWithTheFindings) {
  double before = 0;
  for (const double strength : {0.55, 0.7, 0.85, 1.0}) {
    const auto judgement = judge({finding("E1", Stance::supports, strength, 1)}, "default");
    EXPECT_GE(judgement.confidence, before);
    EXPECT_LE(judgement.confidence, 1);
    before = judgement.confidence;
    EXPECT_FALSE(judgement.reasons.empty());
  }
  EXPECT_GE(before, 0.85);
}

TEST(FittedJudge, IsADistributionForEveryTally) {
  using namespace reasoning::extractive;
  for (const double s : {0.0, 0.5, 1.0})
    for (const double c : {0.0, 0.5, 1.0})
      for (const double coverage : {0.0, 0.5, 1.0}) {
        Tally tally;
        tally.findings = 1;
        tally.supports = tally.opposed_support = s;
        tally.contradicts = c;
        tally.coverage = coverage;
        for (const auto& p :
             {probabilities(fitted_judge().model, features_of(tally)), general_judge(tally)}) {
          double sum = 0;
          for (const double x : p) {
            EXPECT_GE(x, 0);
            sum += x;
          }
          EXPECT_NEAR(sum, 1, 1e-9);
        }
      }
}

// The paragraph's sentences as a reader would cut them.
std::vector<std::string> sentences(const std::string& text) {
  std::vector<std::string> result;
  static const std::regex end(R"([.!?]\s+)");
  std::sregex_token_iterator at(text.begin(), text.end(), end, -1);
  for (; at != std::sregex_token_iterator(); ++at) result.push_back(*at);
  return result;
}

void expect_cited(const Checked& checked) {
  static const std::regex citation(R"(\[(E\d+)\])");
  for (const auto& sentence : sentences(checked.justification.text)) {
    std::smatch match;
    ASSERT_TRUE(std::regex_search(sentence, match, citation)) << sentence << "\n"
                                                              << checked.justification.text;
    const std::string id = match[1];
    EXPECT_NE(std::ranges::find(checked.evidence, id, &core::Evidence::id), checked.evidence.end())
        << id;
  }
}

TEST(Justify, CitesEvidenceInEverySentence) {
  const std::vector<std::pair<std::string, std::vector<Document>>> cases{
      {imports,
       {{"India's imports from China declined by 27.63 per cent in April 2020.",
         "Trade fell. A report!"}}},
      {"The U.S. army left Ulm in 1955.",
       {{"The U.S. Army left Ulm in 1955. It was cold."}, {"The army left Ulm."}}},
      {"The eruption of Mount Tavo killed 300 people.",
       {{"The eruption of Mount Tavo killed 300 people, the government said."},
        {"The eruption of Mount Tavo killed 1,200 people, according to the Red Cross."}}},
      {"The mayor of Kelso bought a yacht.",
       {{"The mayor of Kelso opened the new library on Monday."}}},
      {"Canberra is the capital of Australia and was founded in 1913.",
       {{"Canberra is the capital of Australia."}}}};
  for (const auto& [claim, documents] : cases)
    expect_cited(check(claim, documents, installed_lexicon()));
}

TEST(Justify, QuotesTheNumberThatDecides) {
  const auto checked =
      check("India's imports from China increased by 27% in April-August 2020.",
            {{"India's imports from China declined by 27.63 per cent during April-August 2020."}},
            installed_lexicon());
  EXPECT_THAT(checked.justification.text, HasSubstr("27.63 per cent"));
  EXPECT_THAT(checked.justification.text, HasSubstr("[E1]"));
}

TEST(Justify, SaysPlainlyWhereNothingWasFound) {
  const auto checked = check("The mayor of Kelso bought a yacht.", {}, installed_lexicon());
  EXPECT_THAT(checked.justification.text, HasSubstr("Nothing"));
  EXPECT_THAT(checked.justification.text, Not(HasSubstr("[E")));
}

TEST(Pipeline, GivesTheSameAnswerEachTime) {
  const std::vector<Document> documents{{"The tower is 300 m high. It is not old."},
                                        {"The tower is 200 m high."}};
  const auto first = check("The tower is 300 m high.", documents, installed_lexicon());
  const auto second = check("The tower is 300 m high.", documents, installed_lexicon());
  EXPECT_EQ(shown(first), shown(second));
}

TEST(Pipeline, SurvivesHostileText) {
  std::string deep;
  for (int i = 0; i < 3000; ++i) deep += "((\"[-1,2.3%";
  const std::vector<std::string> texts{
      deep,         "\xff\xfe\xfd", std::string(1000, '\0'), "]]>{{}}%s%n", std::string(20000, 'A'),
      "不不不不不", "…!?…"};
  for (const auto& claim : texts)
    for (const auto& text : texts) {
      const auto checked = check(claim, {{text, text.substr(0, 100)}}, installed_lexicon());
      EXPECT_GE(checked.judgement.confidence, 0);
    }
}

}  // namespace
}  // namespace assay::test
