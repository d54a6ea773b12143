#include "eval/text/assignment.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>
#include <stdexcept>

namespace assay::eval {
namespace {

constexpr auto none = Assignment::none;

// The best sum, by trying every order of the longer side.
double best_sum(const Gains& gains) {
  const auto longer = std::max(gains.rows, gains.columns);
  const auto shorter = std::min(gains.rows, gains.columns);
  std::vector<std::size_t> order(longer);
  std::iota(order.begin(), order.end(), 0);
  double best = std::numeric_limits<double>::lowest();
  do {
    double sum = 0;
    for (std::size_t i = 0; i < shorter; ++i)
      sum += gains.rows <= gains.columns ? gains.at(i, order[i]) : gains.at(order[i], i);
    best = std::max(best, sum);
  } while (std::ranges::next_permutation(order).found);
  return best;
}

TEST(BestAssignment, IsNotTheGreedyOne) {
  const auto best = best_assignment({2, 2, {0.9, 0.8, 0.8, 0.1}});
  EXPECT_EQ(best.columns, (std::vector<std::size_t>{1, 0}));
  EXPECT_DOUBLE_EQ(best.sum, 1.6);
}

TEST(BestAssignment, LeavesOutWhatIsTooMany) {
  EXPECT_EQ(best_assignment({3, 1, {0.1, 0.9, 0.2}}).columns,
            (std::vector<std::size_t>{none, 0, none}));
  EXPECT_EQ(best_assignment({1, 3, {0.1, 0.9, 0.2}}).columns, (std::vector<std::size_t>{1}));
  EXPECT_EQ(best_assignment({2, 0, {}}).columns, (std::vector<std::size_t>{none, none}));
  EXPECT_TRUE(best_assignment({0, 2, {}}).columns.empty());
}

TEST(BestAssignment, TakesLossesWhereItMust) {
  EXPECT_DOUBLE_EQ(best_assignment({2, 2, {-1, -5, -2, -3}}).sum, -4);
}

TEST(BestAssignment, WhatIsNoTableIsRefused) {
  EXPECT_THROW(best_assignment({2, 2, {1, 2, 3}}), std::invalid_argument);
  EXPECT_THROW(best_assignment({1, 1, {std::numeric_limits<double>::quiet_NaN()}}),
               std::invalid_argument);
  EXPECT_THROW(best_assignment({1, 1, {std::numeric_limits<double>::infinity()}}),
               std::invalid_argument);
  EXPECT_THROW(best_assignment({5000, 5000, {}}), std::invalid_argument);
  EXPECT_THROW(best_assignment({1, largest_assignment + 1, {}}), std::invalid_argument);
  EXPECT_THROW(best_assignment({std::size_t{1} << 33, std::size_t{1} << 33, {}}),
               std::invalid_argument);
}

RC_GTEST_PROP(BestAssignment, IsTheBestOfAll, ()) {
  Gains gains{*rc::gen::inRange<std::size_t>(1, 7), *rc::gen::inRange<std::size_t>(1, 7), {}};
  // Few different values: many assignments are as good as each other.
  const auto values =
      *rc::gen::container<std::vector<int>>(gains.rows * gains.columns, rc::gen::inRange(-3, 9));
  gains.values.assign(values.begin(), values.end());
  const auto best = best_assignment(gains);
  RC_ASSERT(best.sum == best_sum(gains));
  std::multiset<std::size_t> used(best.columns.begin(), best.columns.end());
  const auto shorter = std::min(gains.rows, gains.columns);
  RC_ASSERT(used.count(none) == gains.rows - shorter);
  used.erase(none);
  RC_ASSERT(std::set<std::size_t>(used.begin(), used.end()).size() == shorter);
  RC_ASSERT(best_assignment(gains).columns == best.columns);
}

}  // namespace
}  // namespace assay::eval
