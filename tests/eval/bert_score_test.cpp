#include "eval/text/bert_score.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

namespace assay::eval {
namespace {

using Vectors = std::vector<std::vector<float>>;
constexpr double near = 1e-6;

TEST(BertScore, ATextIsLikeItself) {
  const Vectors text{{1, 0}, {0.6F, 0.8F}, {0, 2}};
  const auto score = bert_score(text, text);
  EXPECT_NEAR(score.precision, 1, near);
  EXPECT_NEAR(score.recall, 1, near);
  EXPECT_NEAR(score.f1, 1, near);
}

TEST(BertScore, EachTokenTakesItsNearest) {
  const Vectors reference{{1, 0}, {0, 1}};
  const Vectors hypothesis{{3, 4}};
  const auto score = bert_score(reference, hypothesis);
  EXPECT_NEAR(score.precision, 0.8, near);
  EXPECT_NEAR(score.recall, (0.6 + 0.8) / 2, near);
  EXPECT_NEAR(score.f1, 2 * 0.8 * 0.7 / 1.5, near);
  const auto turned = bert_score(hypothesis, reference);
  EXPECT_NEAR(turned.precision, score.recall, near);
  EXPECT_NEAR(turned.recall, score.precision, near);
}

TEST(BertScore, WeightlessTokensAreFoundButDoNotCount) {
  const Vectors reference{{1, 0}, {0, 1}};
  const Vectors hypothesis{{1, 0}, {0, 1}};
  const std::vector<float> first{1, 0};
  const std::vector<float> second{0, 1};
  // The hypothesis' second token finds the reference's, though that counts for nothing.
  const auto score = bert_score(reference, hypothesis, first, second);
  EXPECT_NEAR(score.precision, 1, near);
  EXPECT_NEAR(score.recall, 1, near);
  const std::vector<float> weights{3, 1};
  const auto weighted = bert_score(Vectors{{1, 0}}, hypothesis, {}, weights);
  EXPECT_NEAR(weighted.precision, 0.75, near);
  EXPECT_NEAR(weighted.recall, 1, near);
}

TEST(BertScore, NothingScoresNothing) {
  const Vectors text{{1, 0}};
  const std::vector<float> none{0};
  for (const auto& score : {bert_score(text, Vectors{}), bert_score(Vectors{}, text),
                            bert_score(text, text, none), bert_score(text, Vectors{{0, 0}})}) {
    EXPECT_EQ(score.precision, 0);
    EXPECT_EQ(score.recall, 0);
    EXPECT_EQ(score.f1, 0);
  }
}

TEST(BertScore, WhatDoesNotFitIsRefused) {
  const Vectors text{{1, 0}};
  const std::vector<float> two{1, 1};
  const std::vector<float> negative{-1};
  EXPECT_THROW(bert_score(text, Vectors{{1, 0, 0}}), std::invalid_argument);
  EXPECT_THROW(bert_score(text, Vectors{{1, 0}, {1}}), std::invalid_argument);
  EXPECT_THROW(bert_score(text, text, two), std::invalid_argument);
  EXPECT_THROW(bert_score(text, text, {}, negative), std::invalid_argument);
  EXPECT_THROW(bert_score(text, Vectors{{1, std::nanf("")}}), std::invalid_argument);
  EXPECT_THROW(bert_score(text, Vectors{{1, std::numeric_limits<float>::infinity()}}),
               std::invalid_argument);
}

}  // namespace
}  // namespace assay::eval
