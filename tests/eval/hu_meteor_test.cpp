#include "eval/text/hu_meteor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "support/support.h"

namespace assay::eval {
namespace {

using nlohmann::json;
using Strings = std::vector<std::string>;

class HuMeteorTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(WordNet::default_folder()))
      GTEST_SKIP() << "WordNet is not here (Debian's package wordnet-base)";
  }
};

TEST_F(HuMeteorTest, NothingOnEitherSideIsZero) {
  const WordNet wordnet;
  HuMeteor metric(wordnet);
  EXPECT_EQ(metric.score(Strings{}, Strings{"a bridge"}), 0);
  EXPECT_EQ(metric.score(Strings{"a bridge"}, Strings{}), 0);
  EXPECT_EQ(metric.score(Strings{}, Strings{}), 0);
  EXPECT_EQ(metric.score(Strings{""}, Strings{"a bridge", ""}), 0);
  const auto nothing = metric.score(EvidenceStrings{});
  EXPECT_EQ(nothing.questions, 0);
  EXPECT_EQ(nothing.question_answers, 0);
}

TEST_F(HuMeteorTest, MissingStringsCostAndSurplusOnesDoNot) {
  const WordNet wordnet;
  HuMeteor metric(wordnet);
  const std::string one = "When was the bridge opened to traffic ?";
  const std::string other = "Who had paid for its two towers ?";
  const double whole = metric.score(Strings{one}, Strings{one});
  EXPECT_GT(whole, 0.99);
  EXPECT_NEAR(metric.score(Strings{other, one}, Strings{one, other}), whole, 0.01);
  EXPECT_NEAR(metric.score(Strings{one}, Strings{one, "Unrelated words"}), whole / 2, 1e-12);
  EXPECT_NEAR(metric.score(Strings{"Unrelated words", one}, Strings{one}), whole, 1e-12);
  // One predicted string answers for one gold string alone.
  EXPECT_NEAR(metric.score(Strings{one}, Strings{one, one}), whole / 2, 1e-12);
}

TEST_F(HuMeteorTest, OnlyTheFirstTenAreJudged) {
  const WordNet wordnet;
  HuMeteor metric(wordnet);
  Strings predicted(10, "Unrelated words");
  predicted.push_back("a bridge of steel");
  const Strings gold{"a bridge of steel"};
  EXPECT_EQ(metric.score(predicted, gold), 0);
  predicted.erase(predicted.begin());
  EXPECT_GT(metric.score(predicted, gold), 0.9);
}

TEST_F(HuMeteorTest, GoldQuestionsThatAreRepeatedCountOnce) {
  const WordNet wordnet;
  HuMeteor metric(wordnet);
  EvidenceStrings claim;
  claim.predicted_questions = {"Who built the bridge ?"};
  claim.predicted = {"Who built the bridge ? A firm."};
  claim.gold_questions = {"Who built the bridge ?", "Who built the bridge ?"};
  claim.gold = {"Who built the bridge ? A firm.", "Who built the bridge ? The state."};
  const auto score = metric.score(claim);
  EXPECT_GT(score.questions, 0.99);
  EXPECT_LT(score.question_answers, 0.51);
}

TEST(AveritecScore, CountsClaimsWithTheRightLabelAndEnoughEvidence) {
  const std::vector<AveritecOutcome> claims{{0.5, true}, {0.25, true}, {0.2, true}, {0.9, false}};
  EXPECT_DOUBLE_EQ(averitec_score(claims, 0.1), 0.75);
  EXPECT_DOUBLE_EQ(averitec_score(claims, 0.25), 0.25);  // above it, not at it
  EXPECT_DOUBLE_EQ(averitec_score({}, 0.25), 0);
}

// The fields of a small, well-formed CSV file, row by row.
std::vector<Strings> read_csv(const std::string& bytes) {
  std::vector<Strings> rows(1, Strings(1));
  bool quoted = false;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char c = bytes[i];
    const bool doubled = quoted && c == '"' && i + 1 < bytes.size() && bytes[i + 1] == '"';
    if (doubled) {
      rows.back().back() += bytes[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      rows.back().emplace_back();
    } else if (c == '\n' && !quoted) {
      rows.emplace_back(1);
    } else if (c != '\r' || quoted) {
      rows.back().back() += c;
    }
  }
  if (rows.back() == Strings(1)) rows.pop_back();
  return rows;
}

struct Evidence {
  Strings questions;
  Strings pairs;
  std::string label;
};

// "question, two tabs, newline, answer, two tabs, newline, newline", repeated.
Evidence read_evidence(const Strings& row) {
  Evidence evidence{{}, {}, row.at(3)};
  constexpr std::string_view between = "\t\t\n";
  Strings parts(1);
  const std::string_view text = row.at(2);
  for (std::size_t at = 0; at < text.size();) {
    if (text.substr(at).starts_with(between)) {
      parts.emplace_back();
      at += between.size();
    } else {
      parts.back() += text[at++];
    }
  }
  for (std::size_t i = 0; i + 1 < parts.size(); i += 2) {
    auto question = parts[i];
    question.erase(0, std::min(question.find_first_not_of('\n'), question.size()));
    evidence.pairs.push_back(question + " " + parts[i + 1]);
    evidence.questions.push_back(std::move(question));
  }
  return evidence;
}

std::map<std::string, Evidence> read_claims(const std::filesystem::path& file) {
  std::map<std::string, Evidence> claims;
  for (const auto& row : read_csv(test::read(file)))
    if (row.at(0) != "id") claims.emplace(row.at(0), read_evidence(row));
  return claims;
}

// A real system's answers to 200 claims.
TEST_F(HuMeteorTest, ARealSubmissionScoresAsTheReferenceSays) {
  const auto shared = test::shared_dir();
  if (!shared) GTEST_SKIP() << test::shared_missing;
  const auto folder = *shared / "data" / "averitec";
  const auto reference = json::parse(test::read(folder / "reference-scores.json"));
  const auto submitted = read_claims(folder / "submission.csv");
  const auto gold = read_claims(folder / "solution.csv");
  const WordNet wordnet;
  HuMeteor metric(wordnet);
  double questions = 0;
  double question_answers = 0;
  std::size_t near = 0;
  std::vector<AveritecOutcome> outcomes;
  for (const auto& wanted : reference.at("per_claim")) {
    const auto id = std::to_string(wanted.at("id").get<int>());
    const auto& ours = submitted.at(id);
    const auto& theirs = gold.at(id);
    const auto score = metric.score({ours.questions, ours.pairs, theirs.questions, theirs.pairs});
    const double off_q = std::abs(score.questions - wanted.at("q").get<double>());
    const double off_qa = std::abs(score.question_answers - wanted.at("qa").get<double>());
    const double off = std::max(off_q, off_qa);
    EXPECT_LT(off, 1e-9) << id;  // every claim as NLTK and SciPy score it
    near += off <= 0.02 ? 1 : 0;
    questions += score.questions;
    question_answers += score.question_answers;
    outcomes.push_back({score.question_answers, ours.label == theirs.label});
  }
  const auto count = static_cast<double>(outcomes.size());
  ASSERT_EQ(outcomes.size(), 200U);
  EXPECT_NEAR(questions / count, reference.at("hu_meteor_question").get<double>(), 0.005);
  EXPECT_NEAR(question_answers / count, reference.at("hu_meteor_question_answer").get<double>(),
              0.005);
  EXPECT_GE(near, outcomes.size() * 95 / 100);
  for (const auto& [threshold, value] : reference.at("averitec_score").items())
    EXPECT_DOUBLE_EQ(averitec_score(outcomes, std::stod(threshold)), value.get<double>())
        << threshold;
}

}  // namespace
}  // namespace assay::eval
