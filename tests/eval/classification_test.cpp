#include "eval/classification.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

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

TEST(Outcome, WithoutALabelIsWrong) {
  const std::vector<Outcome> outcomes{{"a", "a"}, {"a", ""}, {"b", "b"}, {"b", ""}};
  EXPECT_DOUBLE_EQ(accuracy(outcomes), 0.5);
  const auto matrix = confusion(outcomes, {"a", "b"});
  EXPECT_EQ(matrix.labels.size(), 2U);
  EXPECT_EQ(matrix.unanswered, (std::vector<std::size_t>{1, 1}));
  const auto means = averages(matrix);
  EXPECT_DOUBLE_EQ(means.macro_precision, 1);
  EXPECT_DOUBLE_EQ(means.macro_recall, 0.5);
  EXPECT_DOUBLE_EQ(means.macro_f1, 2.0 / 3);
  EXPECT_DOUBLE_EQ(means.micro_precision, 1);
  EXPECT_DOUBLE_EQ(means.micro_recall, 0.5);
  EXPECT_DOUBLE_EQ(means.micro_f1, 2.0 / 3);
  EXPECT_DOUBLE_EQ(accuracy(std::vector<Outcome>{{"", ""}}), 0);
}

TEST(Averages, CountPredictionsOfTheLabelSpaceAlone) {
  // "maybe" is no label of the space: wrong, and no class. "c" is one that is never right.
  const std::vector<Outcome> outcomes{{"a", "a"}, {"b", "maybe"}, {"b", "c"}};
  const auto means = averages(confusion(outcomes, {"a", "b", "c", "d"}));
  EXPECT_DOUBLE_EQ(means.macro_f1, 1.0 / 3);
  EXPECT_DOUBLE_EQ(means.weighted_f1, 1.0 / 3);
  EXPECT_DOUBLE_EQ(means.micro_precision, 0.5);
  EXPECT_DOUBLE_EQ(means.micro_recall, 1.0 / 3);
  // Without a label space it is one of four.
  EXPECT_DOUBLE_EQ(averages(confusion(outcomes)).macro_f1, 1.0 / 4);
}

TEST(Averages, OfNothingAreZero) {
  const auto means = averages(confusion({}, {"a"}));
  EXPECT_DOUBLE_EQ(means.macro_f1, 0);
  EXPECT_DOUBLE_EQ(means.weighted_f1, 0);
  EXPECT_DOUBLE_EQ(means.micro_f1, 0);
}

}  // namespace
}  // namespace assay::eval
