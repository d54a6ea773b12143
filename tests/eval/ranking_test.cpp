#include "eval/ranking.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "assay/core/error.h"

namespace assay::eval {
namespace {

using Ids = std::vector<std::string>;
const Ids ranking{"d", "a", "x", "b", "c"};

TEST(RecallAtK, IsTheShareOfRelevantIdsAmongTheFirstK) {
  EXPECT_DOUBLE_EQ(recall_at_k(ranking, Ids{"a", "b", "q"}, 1), 0);
  EXPECT_DOUBLE_EQ(recall_at_k(ranking, Ids{"a", "b", "q"}, 2), 1.0 / 3);
  EXPECT_DOUBLE_EQ(recall_at_k(ranking, Ids{"a", "b", "q"}, 4), 2.0 / 3);
  EXPECT_DOUBLE_EQ(recall_at_k(ranking, Ids{"a", "b", "q"}, 100), 2.0 / 3);
  EXPECT_DOUBLE_EQ(recall_at_k(ranking, Ids{}, 10), 0);
}

TEST(RecallAtK, CountsRepeatedIdsOnce) {
  EXPECT_DOUBLE_EQ(recall_at_k(Ids{"a", "a"}, Ids{"a", "b"}, 2), 0.5);
  EXPECT_DOUBLE_EQ(recall_at_k(Ids{"a"}, Ids{"a", "a"}, 2), 1);
}

TEST(ReciprocalRank, IsOneOverTheFirstRelevantRank) {
  EXPECT_DOUBLE_EQ(reciprocal_rank(ranking, Ids{"d"}), 1);
  EXPECT_DOUBLE_EQ(reciprocal_rank(ranking, Ids{"c", "b"}), 0.25);
  EXPECT_DOUBLE_EQ(reciprocal_rank(ranking, Ids{"q"}), 0);
  EXPECT_DOUBLE_EQ(reciprocal_rank({}, Ids{"q"}), 0);
}

TEST(MeanReciprocalRank, AveragesOverQueries) {
  EXPECT_DOUBLE_EQ(mean_reciprocal_rank(std::vector<double>{1, 0.5, 0}), 0.5);
  EXPECT_DOUBLE_EQ(mean_reciprocal_rank({}), 0);
}

TEST(HitAtK, IsTrueWhereAnythingIsFound) {
  const std::vector<std::string> ranked{"x", "a", "b"};
  const std::vector<std::string> relevant{"a", "b"};
  EXPECT_FALSE(hit_at_k(ranked, relevant, 1));
  EXPECT_TRUE(hit_at_k(ranked, relevant, 2));
  EXPECT_FALSE(hit_at_k(ranked, {}, 3));
  EXPECT_FALSE(hit_at_k({}, relevant, 3));
}

TEST(PrecisionAtK, CountsEmptyPlacesAndRepeatsAsMisses) {
  const std::vector<std::string> ranked{"x", "a", "a", "b"};
  const std::vector<std::string> relevant{"a", "b"};
  EXPECT_DOUBLE_EQ(precision_at_k(ranked, relevant, 4), 0.5);
  EXPECT_DOUBLE_EQ(precision_at_k(ranked, relevant, 8), 0.25);
  EXPECT_DOUBLE_EQ(precision_at_k(ranked, relevant, 0), 0);
}

using Grades = std::map<std::string, double>;

TEST(NdcgAtK, DiscountsByRank) {
  const std::vector<std::string> ranked{"x", "a", "b"};
  const Grades relevant{{"a", 1}, {"b", 1}};
  const double ideal = 1 + 1 / std::log2(3.0);
  EXPECT_NEAR(ndcg_at_k(ranked, relevant, 3), (1 / std::log2(3.0) + 0.5) / ideal, 1e-12);
  EXPECT_NEAR(ndcg_at_k(ranked, relevant, 2), 1 / std::log2(3.0) / ideal, 1e-12);
  EXPECT_DOUBLE_EQ(ndcg_at_k(std::vector<std::string>{"b", "a"}, relevant, 10), 1);
  EXPECT_DOUBLE_EQ(ndcg_at_k(ranked, relevant, 0), 0);
  EXPECT_DOUBLE_EQ(ndcg_at_k(ranked, {}, 3), 0);
}

TEST(NdcgAtK, GradesGainsAndCountsAnIdOnce) {
  const Grades grades{{"a", 3}, {"b", 1}, {"z", 0}};
  const std::vector<std::string> repeated{"a", "a", "b"};
  const double ideal = 3 + 1 / std::log2(3.0);
  EXPECT_NEAR(ndcg_at_k(repeated, grades, 3), (3 + 0.5) / ideal, 1e-12);
  EXPECT_DOUBLE_EQ(ndcg_at_k(repeated, Grades{{"a", 0}}, 3), 0);
}

TEST(NdcgAtK, RefusesGradesThatAreNone) {
  const std::vector<std::string> ranked{"a"};
  for (const double grade : {-1.0, std::nan(""), std::numeric_limits<double>::infinity()})
    EXPECT_THROW(ndcg_at_k(ranked, Grades{{"a", grade}}, 3), core::InputError);
}

}  // namespace
}  // namespace assay::eval
