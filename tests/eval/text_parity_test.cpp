// What the text metrics give, beside what the Python packages gave that others score with
// (parity/make_text_parity.py).
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "eval/text/bleu.h"
#include "eval/text/meteor.h"
#include "eval/text/porter.h"
#include "eval/text/rouge.h"
#include "eval/text/word_tokens.h"
#include "eval/text/wordnet.h"
#include "support/support.h"

namespace assay::eval {
namespace {

using nlohmann::json;

constexpr double near = 1e-9;

class TextParity : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    stored_ = json::parse(test::read(test::source_dir() / "tests/eval/parity/text.json"));
    for (const auto& item : stored_.at("tokens"))
      texts_.push_back(item.at("text").get<std::string>());
  }
  static void TearDownTestSuite() {
    stored_ = nullptr;
    texts_.clear();
  }
  static const std::string& text(const json& index) { return texts_.at(index.get<std::size_t>()); }

  static inline json stored_;
  static inline std::vector<std::string> texts_;  // those of the comparisons are the first
};

class WordNetParity : public TextParity {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(WordNet::default_folder()))
      GTEST_SKIP() << "WordNet is not here (Debian's package wordnet-base)";
  }
};

void expect_score(const OverlapScore& score, const json& wanted, const std::string& which) {
  EXPECT_NEAR(score.precision, wanted.at(0).get<double>(), near) << which;
  EXPECT_NEAR(score.recall, wanted.at(1).get<double>(), near) << which;
  EXPECT_NEAR(score.f1, wanted.at(2).get<double>(), near) << which;
}

void expect_scores(const RougeScores& scores, const json& wanted, const std::string& which) {
  expect_score(scores.rouge1, wanted.at(0), which + " ROUGE-1");
  expect_score(scores.rouge2, wanted.at(1), which + " ROUGE-2");
  expect_score(scores.rouge_l, wanted.at(2), which + " ROUGE-L");
}

TEST_F(TextParity, TokensAreNltks) {
  for (const auto& item : stored_.at("tokens")) {
    const auto text = item.at("text").get<std::string>();
    EXPECT_EQ(word_tokens(text), item.at("tokens").get<std::vector<std::string>>()) << text;
  }
}

TEST_F(TextParity, StemsAreNltks) {
  for (const auto& [word, stem] : stored_.at("stems").items())
    EXPECT_EQ(porter_stem(word), stem.get<std::string>()) << word;
}

TEST_F(WordNetParity, SynonymsAreNltks) {
  const WordNet wordnet;
  for (const auto& [word, names] : stored_.at("synonyms").items())
    EXPECT_EQ(wordnet.synonyms(word), names.get<std::vector<std::string>>()) << word;
}

TEST_F(WordNetParity, MeteorIsNltks) {
  const WordNet wordnet;
  Meteor meteor(wordnet);
  for (const auto& item : stored_.at("comparisons")) {
    const auto& reference = text(item.at("reference"));
    const auto& hypothesis = text(item.at("hypothesis"));
    EXPECT_NEAR(meteor.score(meteor.prepare(reference), meteor.prepare(hypothesis)),
                item.at("meteor").get<double>(), near)
        << reference << " / " << hypothesis;
  }
}

TEST_F(TextParity, RougeIsThatOfRougeScore) {
  for (const auto& item : stored_.at("comparisons")) {
    const auto& reference = text(item.at("reference"));
    const auto& hypothesis = text(item.at("hypothesis"));
    const auto which = reference + " / " + hypothesis;
    expect_scores(rouge(reference, hypothesis, false), item.at("rouge"), which);
    expect_scores(rouge(reference, hypothesis, true), item.at("rouge_stemmed"), which);
  }
}

TEST_F(TextParity, BleuOfASentenceIsNltks) {
  for (const auto& item : stored_.at("comparisons")) {
    const auto& reference = text(item.at("reference"));
    const auto& hypothesis = text(item.at("hypothesis"));
    const BleuPair pair{{word_tokens(reference)}, word_tokens(hypothesis)};
    const auto which = reference + " / " + hypothesis;
    EXPECT_NEAR(sentence_bleu(pair, BleuSmoothing::none), item.at("bleu").get<double>(), near)
        << which;
    EXPECT_NEAR(sentence_bleu(pair), item.at("bleu_smoothed").get<double>(), near) << which;
  }
}

TEST_F(TextParity, BleuOfACorpusIsNltks) {
  for (const auto& corpus : stored_.at("corpora")) {
    std::vector<BleuPair> pairs;
    for (const auto& item : corpus.at("pairs")) {
      BleuPair pair{{}, word_tokens(text(item.at("hypothesis")))};
      for (const auto& reference : item.at("references"))
        pair.references.push_back(word_tokens(text(reference)));
      pairs.push_back(std::move(pair));
    }
    EXPECT_NEAR(corpus_bleu(pairs), corpus.at("bleu").get<double>(), near);
    EXPECT_NEAR(corpus_bleu(pairs, BleuSmoothing::add_epsilon),
                corpus.at("bleu_smoothed").get<double>(), near);
  }
}

}  // namespace
}  // namespace assay::eval
