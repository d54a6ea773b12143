#include "eval/ranking.h"

#include <gtest/gtest.h>

#include <vector>

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

}  // namespace
}  // namespace assay::eval
