// What the statistics give, beside what SciPy, scikit-learn, krippendorff and statsmodels gave
// (parity/make_stats_parity.py).
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "eval/calibration.h"
#include "eval/classification.h"
#include "eval/ranking.h"
#include "eval/stats/bootstrap.h"
#include "eval/stats/krippendorff.h"
#include "eval/stats/mann_whitney.h"
#include "eval/stats/mcnemar.h"
#include "eval/stats/summary.h"
#include "eval/stats/wilcoxon.h"
#include "support/support.h"

namespace assay::eval {
namespace {

using nlohmann::json;
using Values = std::vector<double>;

constexpr double near = 1e-9;
constexpr std::array alternatives{Alternative::two_sided, Alternative::less, Alternative::greater};

class StatsParity : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    stored_ = json::parse(test::read(test::source_dir() / "tests/eval/parity/stats.json"));
  }
  static void TearDownTestSuite() { stored_ = nullptr; }
  // Calls with each case of that name; a failure names it.
  template <class Check>
  static void each(const char* name, const Check& check) {
    const auto& cases = stored_.at(name);
    ASSERT_FALSE(cases.empty());
    for (std::size_t i = 0; i < cases.size(); ++i) {
      SCOPED_TRACE(name + (" " + std::to_string(i)));
      check(cases[i]);
    }
  }

  static inline json stored_;
};

TEST_F(StatsParity, MannWhitney) {
  each("mann_whitney", [](const json& one) {
    const auto first = one.at("first").get<Values>();
    const auto second = one.at("second").get<Values>();
    for (std::size_t i = 0; i < alternatives.size(); ++i) {
      const auto test = mann_whitney(first, second, alternatives[i]);
      EXPECT_NEAR(test.u, one.at("u").get<double>(), near);
      EXPECT_NEAR(test.p, one.at("p").at(i).get<double>(), near);
    }
  });
}

TEST_F(StatsParity, Wilcoxon) {
  each("wilcoxon", [](const json& one) {
    const auto first = one.at("first").get<Values>();
    const auto second = one.at("second").get<Values>();
    for (std::size_t i = 0; i < alternatives.size(); ++i) {
      const auto test = wilcoxon(first, second, alternatives[i]);
      EXPECT_NEAR(test.statistic, one.at("statistic").at(i).get<double>(), near);
      EXPECT_NEAR(test.p, one.at("p").at(i).get<double>(), near) << i;
    }
  });
}

TEST_F(StatsParity, McNemar) {
  each("mcnemar", [](const json& one) {
    const auto test =
        mcnemar(one.at("first").get<std::size_t>(), one.at("second").get<std::size_t>());
    EXPECT_EQ(test.exact, one.at("exact").get<bool>());
    EXPECT_NEAR(test.statistic, one.at("statistic").get<double>(), near);
    EXPECT_NEAR(test.p, one.at("p").get<double>(), near);
  });
}

TEST_F(StatsParity, Krippendorff) {
  each("krippendorff", [](const json& one) {
    std::vector<std::vector<std::optional<double>>> by_rater;
    for (const auto& row : one.at("ratings")) {
      auto& rater = by_rater.emplace_back();
      for (const auto& value : row)
        rater.push_back(value.is_null() ? std::nullopt : std::optional(value.get<double>()));
    }
    const std::map<std::string, RatingLevel> levels{{"nominal", RatingLevel::nominal},
                                                    {"ordinal", RatingLevel::ordinal},
                                                    {"interval", RatingLevel::interval}};
    for (const auto& [name, level] : levels) {
      const auto alpha = krippendorff(by_rater, level);
      ASSERT_TRUE(alpha);
      EXPECT_NEAR(*alpha, one.at(name).get<double>(), near) << name;
    }
  });
}

TEST_F(StatsParity, Summary) {
  each("summary", [](const json& one) {
    const auto values = one.at("values").get<Values>();
    EXPECT_NEAR(mean(values), one.at("mean").get<double>(), near);
    EXPECT_NEAR(standard_deviation(values), one.at("deviation").get<double>(), near);
    EXPECT_NEAR(median(values), one.at("median").get<double>(), near);
  });
}

TEST_F(StatsParity, Bootstrap) {
  each("bootstrap", [](const json& one) {
    const auto first = one.at("first").get<Values>();
    const auto second = one.at("second").get<Values>();
    const auto resamples = one.at("resamples").get<std::size_t>();
    const auto seed = one.at("seed").get<std::uint64_t>();
    const auto of_mean = [&](std::span<const std::size_t> places) {
      double sum = 0;
      for (const auto place : places) sum += first[place];
      return sum / static_cast<double>(places.size());
    };
    const auto interval = bootstrap_interval(first.size(), of_mean, resamples, seed);
    EXPECT_NEAR(interval.low, one.at("mean").at(0).get<double>(), near);
    EXPECT_NEAR(interval.high, one.at("mean").at(1).get<double>(), near);
    const auto apart = paired_bootstrap(first, second, resamples, seed);
    EXPECT_NEAR(apart.difference, one.at("difference").get<double>(), near);
    EXPECT_NEAR(apart.interval.low, one.at("interval").at(0).get<double>(), near);
    EXPECT_NEAR(apart.interval.high, one.at("interval").at(1).get<double>(), near);
    EXPECT_NEAR(apart.p, one.at("p").get<double>(), near);
  });
}

void expect_averages(const json& wanted, double precision, double recall, double f1) {
  EXPECT_NEAR(precision, wanted.at(0).get<double>(), near);
  EXPECT_NEAR(recall, wanted.at(1).get<double>(), near);
  EXPECT_NEAR(f1, wanted.at(2).get<double>(), near);
}

TEST_F(StatsParity, Classification) {
  each("classification", [](const json& one) {
    std::vector<Outcome> outcomes;
    for (std::size_t i = 0; i < one.at("gold").size(); ++i)
      outcomes.push_back(
          {one.at("gold").at(i).get<std::string>(), one.at("predicted").at(i).get<std::string>()});
    EXPECT_NEAR(accuracy(outcomes), one.at("accuracy").get<double>(), near);
    const auto matrix = confusion(outcomes);
    const auto means = averages(matrix);
    expect_averages(one.at("macro"), means.macro_precision, means.macro_recall, means.macro_f1);
    expect_averages(one.at("weighted"), means.weighted_precision, means.weighted_recall,
                    means.weighted_f1);
    expect_averages(one.at("micro"), means.micro_precision, means.micro_recall, means.micro_f1);
    const auto scores = label_scores(matrix);
    EXPECT_EQ(scores.size(), one.at("labels").size());
    for (const auto& score : scores)
      expect_averages(one.at("labels").at(score.label), score.precision, score.recall, score.f1);
  });
}

TEST_F(StatsParity, Ndcg) {
  each("ranking", [](const json& one) {
    std::vector<std::string> ranked;
    std::map<std::string, double> grades;
    for (const auto& gain : one.at("gains")) {
      ranked.push_back(std::to_string(ranked.size()));
      grades[ranked.back()] = gain.get<double>();
    }
    EXPECT_NEAR(ndcg_at_k(ranked, grades, one.at("k").get<std::size_t>()),
                one.at("ndcg").get<double>(), near);
  });
}

TEST_F(StatsParity, Brier) {
  each("brier", [](const json& one) {
    std::vector<Graded> items;
    for (std::size_t i = 0; i < one.at("confidences").size(); ++i)
      items.push_back(
          {one.at("confidences").at(i).get<double>(), one.at("right").at(i).get<bool>()});
    EXPECT_NEAR(brier(items), one.at("brier").get<double>(), near);
  });
}

}  // namespace
}  // namespace assay::eval
