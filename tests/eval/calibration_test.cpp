#include "eval/calibration.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace assay::eval {
namespace {

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

TEST(Reliability, HasEveryBin) {
  const std::vector<Graded> items{{0.05, false}, {0.55, true}, {0.58, false}, {1, true}};
  const auto bins = reliability(items);
  ASSERT_EQ(bins.size(), 10U);
  EXPECT_EQ(bins[0].count, 1U);
  EXPECT_EQ(bins[5].count, 2U);
  EXPECT_NEAR(bins[5].confidence, 0.565, 1e-12);
  EXPECT_DOUBLE_EQ(bins[5].accuracy, 0.5);
  EXPECT_DOUBLE_EQ(bins[5].low, 0.5);
  EXPECT_DOUBLE_EQ(bins[5].high, 0.6);
  EXPECT_EQ(bins[9].count, 1U);
  EXPECT_DOUBLE_EQ(bins[9].high, 1);
  EXPECT_DOUBLE_EQ(bins[3].confidence, 0);
  EXPECT_EQ(reliability({}, 0).size(), 1U);
  EXPECT_EQ(reliability({}, static_cast<std::size_t>(-1)).size(), 1000U);
}

TEST(RiskCoverage, AnswersTheSurestFirst) {
  const std::vector<Graded> items{{0.2, false}, {0.9, true}, {0.6, false}, {0.7, true}};
  const auto points = risk_coverage(items);
  ASSERT_EQ(points.size(), 4U);
  EXPECT_DOUBLE_EQ(points[1].coverage, 0.5);
  EXPECT_DOUBLE_EQ(points[1].risk, 0);
  EXPECT_DOUBLE_EQ(points[2].risk, 1.0 / 3);
  EXPECT_DOUBLE_EQ(points[3].coverage, 1);
  EXPECT_DOUBLE_EQ(points[3].risk, 0.5);
  EXPECT_DOUBLE_EQ(aurc(items), (0 + 0 + 1.0 / 3 + 0.5) / 4);
}

TEST(RiskCoverage, AnswersEqualConfidencesTogether) {
  const std::vector<Graded> items{{0.5, true}, {0.9, false}, {0.5, false}, {0.5, true}};
  const auto points = risk_coverage(items);
  ASSERT_EQ(points.size(), 2U);
  EXPECT_DOUBLE_EQ(points[0].coverage, 0.25);
  EXPECT_DOUBLE_EQ(points[0].risk, 1);
  EXPECT_DOUBLE_EQ(points[1].risk, 0.5);
  // The three come in any order: 1/3 of them is wrong.
  EXPECT_DOUBLE_EQ(aurc(items), (1 + (1 + 1.0 / 3) / 2 + (1 + 2.0 / 3) / 3 + 0.5) / 4);
  // Where all are equal, the order of the items says nothing.
  EXPECT_DOUBLE_EQ(aurc(std::vector<Graded>{{0.5, true}, {0.5, false}}), 0.5);
  EXPECT_DOUBLE_EQ(aurc(std::vector<Graded>{{0.5, false}, {0.5, true}}), 0.5);
}

TEST(RiskCoverage, OfNothingAndOfWhatIsNoNumber) {
  EXPECT_TRUE(risk_coverage({}).empty());
  EXPECT_DOUBLE_EQ(aurc({}), 0);
  const auto points =
      risk_coverage(std::vector<Graded>{{std::nan(""), false}, {7, true}, {-1, false}});
  ASSERT_EQ(points.size(), 2U);
  EXPECT_DOUBLE_EQ(points[0].risk, 0);
}

}  // namespace
}  // namespace assay::eval
