#include "eval/classification.h"

#include <gtest/gtest.h>

#include <cmath>

namespace assay::eval {
namespace {

// a: gold 3, predicted 2, right 2. b: gold 2, predicted 3, right 1. c: gold 1, predicted 1, right
// 0.
const std::vector<Outcome> six{{"a", "a"}, {"a", "a"}, {"a", "b"},
                               {"b", "b"}, {"b", "c"}, {"c", "b"}};

TEST(Accuracy, CountsEqualLabels) {
  EXPECT_DOUBLE_EQ(accuracy(six), 3.0 / 6);
  EXPECT_DOUBLE_EQ(accuracy({}), 0);
}

TEST(Confusion, HasRowsOfGoldAndColumnsOfPredicted) {
  const auto matrix = confusion(six, {"a", "b", "c"});
  EXPECT_EQ(matrix.labels, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(matrix.counts,
            (std::vector<std::vector<std::size_t>>{{2, 1, 0}, {0, 1, 1}, {0, 1, 0}}));
}

TEST(Confusion, AddsLabelsThatWereNotNamed) {
  const std::vector<Outcome> outcomes{{"x", "y"}, {"z", "x"}};
  const auto matrix = confusion(outcomes, {"y"});
  EXPECT_EQ(matrix.labels, (std::vector<std::string>{"y", "x", "z"}));
  EXPECT_EQ(matrix.counts[1][0], 1U);
  EXPECT_EQ(matrix.counts[2][1], 1U);
}

TEST(LabelScores, ArePrecisionRecallAndF1) {
  const auto scores = label_scores(confusion(six, {"a", "b", "c"}));
  ASSERT_EQ(scores.size(), 3U);
  EXPECT_DOUBLE_EQ(scores[0].precision, 1);
  EXPECT_DOUBLE_EQ(scores[0].recall, 2.0 / 3);
  EXPECT_DOUBLE_EQ(scores[0].f1, 0.8);
  EXPECT_DOUBLE_EQ(scores[1].precision, 1.0 / 3);
  EXPECT_DOUBLE_EQ(scores[1].recall, 0.5);
  EXPECT_DOUBLE_EQ(scores[1].f1, 0.4);
  EXPECT_DOUBLE_EQ(scores[2].f1, 0);
}

TEST(MacroF1, IsTheMeanOverLabels) {
  EXPECT_DOUBLE_EQ(macro_f1(confusion(six)), (0.8 + 0.4 + 0) / 3);
  // A label that nothing has and nothing was given does not count.
  EXPECT_DOUBLE_EQ(macro_f1(confusion(six, {"a", "b", "c", "unused"})), 1.2 / 3);
  EXPECT_DOUBLE_EQ(macro_f1(confusion({})), 0);
}

TEST(MacroF1, OfTheMajorityClass) {
  std::vector<Outcome> outcomes;
  const auto add = [&](const char* label, int n) {
    for (int i = 0; i < n; ++i) outcomes.push_back({label, "Refuted"});
  };
  add("Refuted", 117);
  add("Supported", 50);
  add("Not Enough Evidence", 17);
  add("Conflicting Evidence/Cherrypicking", 16);
  EXPECT_NEAR(accuracy(outcomes), 0.585, 1e-12);
  // F1 of Refuted is 2 * 117 / (117 + 200).
  EXPECT_NEAR(macro_f1(confusion(outcomes)), 2.0 * 117 / 317 / 4, 1e-12);
}

TEST(Ece, WeighsTheDistanceOfEachBin) {
  // Bin [0.9, 1]: 4 items, confidence 0.95, accuracy 0.75: distance 0.2.
  // Bin [0.6, 0.7): 2 items, confidences 0.6 and 0.68, accuracy 1: distance 0.36.
  const std::vector<Graded> items{{0.95, true},  {0.95, true}, {0.95, true},
                                  {0.95, false}, {0.6, true},  {0.68, true}};
  EXPECT_NEAR(ece(items), (4 * 0.2 + 2 * 0.36) / 6, 1e-12);
}

TEST(Ece, PutsEdgesIntoTheBinAbove) {
  // 0.3 and 0.39 share a bin: mean confidence 0.345, accuracy 0.5.
  EXPECT_NEAR(ece(std::vector<Graded>{{0.3, true}, {0.39, false}}), 0.155, 1e-12);
  // 0.29 and 0.3 do not: 0.71 and 0.3.
  EXPECT_NEAR(ece(std::vector<Graded>{{0.29, true}, {0.3, false}}), (0.71 + 0.3) / 2, 1e-12);
  EXPECT_DOUBLE_EQ(ece(std::vector<Graded>{{1.0, true}}), 0);
  EXPECT_DOUBLE_EQ(ece({}), 0);
}

TEST(Ece, WithOneBinIsTheGapOfTheMeans) {
  EXPECT_NEAR(ece(std::vector<Graded>{{0.9, true}, {0.1, false}}, 1), 0, 1e-12);
  EXPECT_NEAR(ece(std::vector<Graded>{{0.9, false}, {0.1, false}}, 1), 0.5, 1e-12);
}

TEST(Brier, IsTheMeanSquaredDistance) {
  EXPECT_NEAR(brier(std::vector<Graded>{{0.8, true}, {0.6, false}, {1, true}}),
              (0.04 + 0.36 + 0) / 3, 1e-12);
  EXPECT_DOUBLE_EQ(brier({}), 0);
}

TEST(Brier, ClampsWhatIsNoProbability) {
  EXPECT_DOUBLE_EQ(brier(std::vector<Graded>{{7, true}, {-3, false}}), 0);
  EXPECT_DOUBLE_EQ(brier(std::vector<Graded>{{std::nan(""), true}}), 1);
}

}  // namespace
}  // namespace assay::eval
