#include "eval/text/rouge.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "eval/text/bleu.h"

namespace assay::eval {
namespace {

// The longest common subsequence by the table that everybody knows.
std::size_t common(const std::vector<int>& a, const std::vector<int>& b) {
  std::vector<std::vector<std::size_t>> table(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j)
      table[i][j] = a[i - 1] == b[j - 1] ? table[i - 1][j - 1] + 1
                                         : std::max(table[i - 1][j], table[i][j - 1]);
  return table[a.size()][b.size()];
}

std::string text_of(const std::vector<int>& words) {
  std::string text;
  for (const int word : words) text += "w" + std::to_string(word) + " ";
  return text;
}

RC_GTEST_PROP(RougeL, IsTheLongestCommonSubsequence, ()) {
  const auto different = *rc::gen::element(2, 5, 100);
  const auto words = [&] {
    const auto count = *rc::gen::inRange<std::size_t>(1, 300);
    return *rc::gen::container<std::vector<int>>(count, rc::gen::inRange(0, different));
  };
  const auto a = words();
  const auto b = words();
  const auto score = rouge(text_of(a), text_of(b), false).rouge_l;
  const auto length = static_cast<double>(common(a, b));
  RC_ASSERT(score.recall == length / static_cast<double>(a.size()));
  RC_ASSERT(score.precision == length / static_cast<double>(b.size()));
}

TEST(Rouge, TextsWithoutTokensScoreNothing) {
  for (const char* text : {"", " ", "…", "橋", "\xFF\xFE"}) {
    const auto scores = rouge(text, "a bridge");
    EXPECT_EQ(scores.rouge1.f1 + scores.rouge2.f1 + scores.rouge_l.f1, 0) << text;
    const auto turned = rouge("a bridge", text);
    EXPECT_EQ(turned.rouge1.f1 + turned.rouge2.f1 + turned.rouge_l.f1, 0) << text;
    EXPECT_EQ(rouge(text, text).rouge1.f1, 0);
  }
}

TEST(Rouge, LongTextsAreComparedSoon) {
  std::string text;
  for (int i = 0; i < 50'000; ++i) text += "w" + std::to_string(i % 997) + " ";
  EXPECT_EQ(rouge(text, text, false).rouge_l.f1, 1);
}

TEST(Bleu, EmptyTextsScoreNothing) {
  EXPECT_EQ(corpus_bleu({}), 0);
  EXPECT_EQ(sentence_bleu({{{"a"}}, {}}), 0);
  EXPECT_EQ(sentence_bleu({{{}}, {"a"}}), 0);
  EXPECT_EQ(sentence_bleu({{{}}, {}}), 0);
}

TEST(Bleu, ATextWithoutReferencesIsRefused) {
  EXPECT_THROW(sentence_bleu({{}, {"a"}}), std::invalid_argument);
}

TEST(Bleu, SmoothingIsForTextsThatShareNoLongSequence) {
  const BleuPair pair{{{"a", "bridge", "of", "steel"}}, {"a", "bridge", "of", "wood"}};
  EXPECT_EQ(sentence_bleu(pair, BleuSmoothing::none), 0);
  EXPECT_GT(sentence_bleu(pair), 0.3);
  EXPECT_LT(sentence_bleu(pair), 0.6);
}

}  // namespace
}  // namespace assay::eval
