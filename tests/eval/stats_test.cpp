#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "assay/core/error.h"
#include "eval/stats/bootstrap.h"
#include "eval/stats/krippendorff.h"
#include "eval/stats/mann_whitney.h"
#include "eval/stats/mcnemar.h"
#include "eval/stats/summary.h"
#include "eval/stats/wilcoxon.h"

// What the tests promise of their own; stats_parity_test.cpp has them beside other programs.
namespace assay::eval {
namespace {

using core::InputError;
using Values = std::vector<double>;

constexpr double infinite = std::numeric_limits<double>::infinity();

TEST(Summary, OfNothingAndOfOneValue) {
  EXPECT_DOUBLE_EQ(mean(Values{}), 0);
  EXPECT_DOUBLE_EQ(median(Values{}), 0);
  EXPECT_DOUBLE_EQ(standard_deviation(Values{}), 0);
  EXPECT_DOUBLE_EQ(mean(Values{3}), 3);
  EXPECT_DOUBLE_EQ(median(Values{3}), 3);
  EXPECT_DOUBLE_EQ(standard_deviation(Values{3}), 0);
}

TEST(MannWhitney, RefusesWhatHasNoRank) {
  EXPECT_THROW(mann_whitney(Values{}, Values{1}), InputError);
  EXPECT_THROW(mann_whitney(Values{1}, Values{}), InputError);
  EXPECT_THROW(mann_whitney(Values{1, std::nan("")}, Values{1}), InputError);
  EXPECT_THROW(mann_whitney(Values{1}, Values{infinite}), InputError);
}

TEST(MannWhitney, OfEqualValuesHasNothingToSay) {
  const auto test = mann_whitney(Values(20, 2.5), Values(30, 2.5));
  EXPECT_DOUBLE_EQ(test.p, 1);
  EXPECT_DOUBLE_EQ(test.u, 300);
  EXPECT_DOUBLE_EQ(mann_whitney(Values{1}, Values{1}, Alternative::less).p, 1);
}

TEST(MannWhitney, IsNotExactWhereThatWouldTakeLong) {
  Values few;
  Values many;
  for (int i = 0; i < 8; ++i) few.push_back(i * 100 + 0.5);
  for (int i = 0; i < 1250; ++i) many.push_back(i);
  EXPECT_TRUE(mann_whitney(few, many).exact);
  many.push_back(-1);
  EXPECT_FALSE(mann_whitney(few, many).exact);
}

TEST(Wilcoxon, RefusesWhatIsNoPair) {
  EXPECT_THROW(wilcoxon(Values{}, Values{}), InputError);
  EXPECT_THROW(wilcoxon(Values{1, 2}, Values{1}), InputError);
  EXPECT_THROW(wilcoxon(Values{std::nan("")}, Values{1}), InputError);
  EXPECT_THROW(wilcoxon(Values{1e308}, Values{-1e308}), InputError);
}

TEST(Wilcoxon, WithoutADifferenceHasNothingToSay) {
  for (const std::size_t pairs : {1U, 13U, 14U, 80U}) {
    const Values same(pairs, 4.0);
    const auto test = wilcoxon(same, same);
    EXPECT_EQ(test.pairs, 0U);
    EXPECT_DOUBLE_EQ(test.p, 1);
  }
}

TEST(McNemar, ChangesOverAtTwentyFive) {
  EXPECT_DOUBLE_EQ(mcnemar(0, 0).p, 1);
  EXPECT_DOUBLE_EQ(mcnemar(3, 3).p, 1);
  EXPECT_DOUBLE_EQ(mcnemar(0, 5).p, 2.0 / 32);
  EXPECT_TRUE(mcnemar(4, 20).exact);
  EXPECT_FALSE(mcnemar(5, 20).exact);
  constexpr auto huge = std::numeric_limits<std::size_t>::max();
  EXPECT_NEAR(mcnemar(huge, huge).p, 1, 1e-6);
}

Interval of_mean(const Values& values, std::size_t resamples, std::uint64_t seed) {
  const auto statistic = [&](std::span<const std::size_t> places) {
    double sum = 0;
    for (const auto place : places) sum += values[place];
    return sum / static_cast<double>(places.size());
  };
  return bootstrap_interval(values.size(), statistic, resamples, seed);
}

TEST(Bootstrap, DrawsTheSameForTheSameSeed) {
  const Values values{1.07, 2.3, 3.21, 4.9, 10.6};
  const auto first = of_mean(values, 500, 7);
  const auto again = of_mean(values, 500, 7);
  EXPECT_EQ(first.low, again.low);
  EXPECT_EQ(first.high, again.high);
  EXPECT_NE(first.low, of_mean(values, 500, 8).low);
  EXPECT_LT(first.low, 4.4);
  EXPECT_GT(first.high, 4.4);
}

TEST(Bootstrap, IsNearTheNormalInterval) {
  Values values;
  for (int i = 0; i < 400; ++i) values.push_back(i % 2);
  // Standard error of the mean of 400 tosses: 0.025.
  const auto interval = of_mean(values, 4000, 1);
  EXPECT_NEAR(interval.low, 0.5 - 1.96 * 0.025, 0.004);
  EXPECT_NEAR(interval.high, 0.5 + 1.96 * 0.025, 0.004);
}

TEST(Bootstrap, OfAStatistic) {
  const auto interval = bootstrap_interval(
      3, [](std::span<const std::size_t> places) { return static_cast<double>(places.size()); }, 10,
      0);
  EXPECT_DOUBLE_EQ(interval.low, 3);
  EXPECT_DOUBLE_EQ(interval.high, 3);
}

TEST(Bootstrap, RefusesNothingAndTooMuch) {
  const auto zero = [](std::span<const std::size_t>) { return 0.0; };
  const auto no_number = [](std::span<const std::size_t>) { return std::nan(""); };
  EXPECT_THROW(bootstrap_interval(0, zero, 10, 0), InputError);
  EXPECT_THROW(bootstrap_interval(3, zero, 0, 0), InputError);
  EXPECT_THROW(bootstrap_interval(3, zero, 1'000'001, 0), InputError);
  EXPECT_THROW(bootstrap_interval(3, no_number, 10, 0), InputError);
  for (const double level : {0.0, 1.0, std::nan("")})
    EXPECT_THROW(bootstrap_interval(3, zero, 10, 0, level), InputError);
  EXPECT_THROW(paired_bootstrap(Values{}, Values{}, 10, 0), InputError);
  EXPECT_THROW(paired_bootstrap(Values{1, infinite}, Values{1, 2}, 10, 0), InputError);
  EXPECT_THROW(paired_bootstrap(Values{1}, Values{1, 2}, 10, 0), InputError);
}

TEST(PairedBootstrap, TellsSystemsApart) {
  Values better;
  Values worse;
  for (int i = 0; i < 100; ++i) {
    better.push_back(i % 10 < 8);
    worse.push_back(i % 10 < 5);
  }
  const auto apart = paired_bootstrap(better, worse, 2000, 3);
  EXPECT_NEAR(apart.difference, 0.3, 1e-12);
  EXPECT_DOUBLE_EQ(apart.p, 2.0 / 2001);
  EXPECT_GT(apart.interval.low, 0.15);
  const auto same = paired_bootstrap(better, better, 2000, 3);
  EXPECT_DOUBLE_EQ(same.difference, 0);
  EXPECT_DOUBLE_EQ(same.p, 1);
}

TEST(Krippendorff, IsNothingWhereItIsNotDefined) {
  using Items = std::vector<Values>;
  for (const auto level : {RatingLevel::nominal, RatingLevel::ordinal, RatingLevel::interval}) {
    EXPECT_FALSE(krippendorff({}, level));
    EXPECT_FALSE(krippendorff({{}, {}}, level));
    EXPECT_FALSE(krippendorff({{1, std::nullopt}, {std::nullopt, 2}}, level));
    EXPECT_FALSE(krippendorff_of_items(Items{}, level));
    EXPECT_FALSE(krippendorff_of_items(Items{{}, {1}, {2}}, level));
    EXPECT_FALSE(krippendorff_of_items(Items{{0.1, 0.1, 0.1}, {0.1, 0.1}, {5}}, level));
    EXPECT_DOUBLE_EQ(*krippendorff_of_items(Items{{1, 1}, {2, 2}, {7}}, level), 1);
    EXPECT_THROW(krippendorff_of_items(Items{{1, std::nan("")}}, level), InputError);
    EXPECT_THROW(krippendorff({{1, 2}, {1}}, level), InputError);
  }
  EXPECT_THROW(krippendorff_of_items(Items{{1e300, -1e300}}, RatingLevel::interval), InputError);
}

TEST(Krippendorff, TakesManyDifferentValues) {
  std::vector<Values> items;
  for (int i = 0; i < 100'000; ++i) items.push_back({i * 1.0, i + 0.25});
  EXPECT_GT(*krippendorff_of_items(items, RatingLevel::ordinal), 0.999);
  EXPECT_GT(*krippendorff_of_items(items, RatingLevel::interval), 0.999);
  EXPECT_LT(*krippendorff_of_items(items, RatingLevel::nominal), 0.001);
}

}  // namespace
}  // namespace assay::eval
