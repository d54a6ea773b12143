#include "eval/ratings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "assay/core/error.h"
#include "support/support.h"

namespace assay::eval {
namespace {

using core::Json;
using testing::HasSubstr;

class RatingsTest : public testing::Test {
 protected:
  Ratings read(const std::string& name, const std::string& bytes,
               const std::map<std::string, Scale>& scales = {}) {
    test::write(folder_ / name, bytes);
    return read_ratings(folder_ / name, scales);
  }
  // The message with which the file is refused; empty where it is not.
  std::string refusal(const std::string& name, const std::string& bytes) {
    try {
      read(name, bytes);
    } catch (const core::InputError& error) {
      return error.what();
    }
    return "";
  }

  test::TempDir folder_;
};

const std::string csv =
    "item,system,rater,coherence,reasoning\n"
    "1,A,x,5,0\n1,A,y,4,1\n1,B,x,2,2\n1,B,y,2,1\n"
    "2,A,x,4,0\n2,A,y,4,\n2,B,x,1,2\n2,B,y,3,2\n";

TEST_F(RatingsTest, ReadsCsv) {
  const auto ratings = read("a.csv", csv);
  EXPECT_EQ(ratings.criteria, (std::vector<std::string>{"coherence", "reasoning"}));
  EXPECT_EQ(ratings.scales, (std::vector{Scale::likert, Scale::errors}));
  ASSERT_EQ(ratings.ratings.size(), 8U);
  EXPECT_EQ(ratings.ratings[5].rater, "y");
  EXPECT_EQ(ratings.ratings[5].values[0], 4.0);
  EXPECT_FALSE(ratings.ratings[5].values[1]);
}

TEST_F(RatingsTest, ReadsJsonLines) {
  const auto ratings =
      read("a.jsonl",
           "{\"item\": 1, \"system\": \"A\", \"rater\": \"x\", \"clarity\": 5}\n"
           "{\"item\": 2, \"system\": \"A\", \"rater\": \"x\", \"clarity\": null}\n"
           "\n{\"item\": \"3\", \"clarity\": 1.5}\n");
  EXPECT_EQ(ratings.criteria, std::vector<std::string>{"clarity"});
  ASSERT_EQ(ratings.ratings.size(), 3U);
  EXPECT_EQ(ratings.ratings[0].item, "1");
  EXPECT_FALSE(ratings.ratings[1].values[0]);
  EXPECT_EQ(ratings.ratings[2].values[0], 1.5);
}

TEST_F(RatingsTest, TakesTheScaleThatIsTold) {
  const auto ratings = read("a.csv", "item,clarity\n1,0\n2,2\n", {{"clarity", Scale::errors}});
  EXPECT_EQ(ratings.scales.front(), Scale::errors);
  EXPECT_THROW(read("a.csv", csv, {{"absent", Scale::errors}}), core::UsageError);
}

TEST_F(RatingsTest, RefusesValuesOutsideTheScaleWithFileAndRow) {
  for (const auto* value : {"0", "6", "5.01", "nan", "-1", "1e999", "five", "4 ", "0x4"}) {
    const auto message = refusal("a.csv", "item,coherence\n1,3\n2," + std::string(value) + "\n");
    EXPECT_THAT(message, HasSubstr("a.csv")) << value;
    EXPECT_THAT(message, HasSubstr("coherence")) << value;
  }
  for (const auto* value : {"3", "-0.5"})
    EXPECT_THAT(refusal("a.csv", "item,label\n1," + std::string(value) + "\n"),
                HasSubstr("line 2"));
  for (const auto* value : {"6", "\"4\"", "true", "[4]", "1e999"})
    EXPECT_THAT(
        refusal("a.jsonl", "{\"item\": 1, \"coherence\": 3}\n{\"item\": 2, \"coherence\": " +
                               std::string(value) + "}\n"),
        HasSubstr("a.jsonl"))
        << value;
}

TEST_F(RatingsTest, RefusesWhatHoldsNoRatings) {
  EXPECT_NE(refusal("a.csv", ""), "");
  EXPECT_NE(refusal("a.jsonl", ""), "");
  EXPECT_THAT(refusal("a.csv", "item,coherence\n"), HasSubstr("no rating"));
  EXPECT_THAT(refusal("a.csv", "item,system,rater\n1,A,x\n"), HasSubstr("no criterion"));
  EXPECT_THAT(refusal("a.csv", "system,coherence\nA,3\n"), HasSubstr("item"));
  EXPECT_THAT(refusal("a.csv", "item,coherence\n,3\n"), HasSubstr("line 2"));
  EXPECT_NE(refusal("a.csv", "item,coherence\n\xFF,3\n"), "");
  EXPECT_NE(refusal("a.csv", "item,coherence\n1,2,3\n"), "");
  EXPECT_NE(refusal("a.jsonl", "[1, 2]"), "");
  EXPECT_NE(refusal("a.jsonl", "{\"item\": 1, \"coherence\": 3"), "");
  EXPECT_NE(refusal("a.jsonl", "{\"item\": 1, \"coherence\": 3}\n{\"item\": 2, \"other\": 3}\n"),
            "");
}

TEST_F(RatingsTest, RefusesARatingThatComesTwice) {
  EXPECT_THAT(refusal("a.csv", "item,rater,coherence\n1,x,3\n1,x,4\n"), HasSubstr("twice"));
  // Without a rater they may be of two.
  EXPECT_EQ(refusal("a.csv", "item,coherence\n1,3\n1,4\n"), "");
}

TEST_F(RatingsTest, RefusesTooManySystems) {
  std::string bytes = "item,system,coherence\n";
  for (int i = 0; i < 101; ++i) bytes += "1,system" + std::to_string(i) + ",3\n";
  EXPECT_THAT(refusal("a.csv", bytes), HasSubstr("line 102"));
}

TEST_F(RatingsTest, ReportsMeansTestsAndAgreement) {
  const auto report = ratings_report(read("a.csv", csv));
  const auto& coherence = report.at("criteria").at(0);
  const auto& a = coherence.at("systems").at(0);
  EXPECT_EQ(a.at("system"), "A");
  EXPECT_EQ(a.at("ratings"), 4);
  EXPECT_DOUBLE_EQ(a.at("mean").get<double>(), 4.25);
  EXPECT_DOUBLE_EQ(a.at("shown").get<double>(), 4.25);
  EXPECT_DOUBLE_EQ(a.at("deviation").get<double>(), 0.5);
  EXPECT_LE(a.at("interval").at(0).get<double>(), 4.25);
  EXPECT_GE(a.at("interval").at(1).get<double>(), 4.25);
  const auto& pair = coherence.at("pairs").at(0);
  EXPECT_EQ(pair.at("mann_whitney").at("u"), 16);  // each of A is above each of B
  EXPECT_EQ(pair.at("wilcoxon").at("items"), 2);
  EXPECT_DOUBLE_EQ(pair.at("wilcoxon").at("p").get<double>(), 0.5);
  EXPECT_TRUE(coherence.at("alpha").at("ordinal").is_number());
}

TEST_F(RatingsTest, ShowsErrorsTheOtherWayRound) {
  const auto report = ratings_report(read("a.csv", csv));
  const auto& b = report.at("criteria").at(1).at("systems").at(1);
  EXPECT_EQ(report.at("criteria").at(1).at("scale"), "errors");
  EXPECT_DOUBLE_EQ(b.at("mean").get<double>(), 1.75);
  EXPECT_DOUBLE_EQ(b.at("shown").get<double>(), 1 - 1.75 / 2);
  const double low = b.at("interval").at(0).get<double>();
  const double high = b.at("interval").at(1).get<double>();
  EXPECT_LE(low, 0.125);
  EXPECT_GE(high, 0.125);
}

TEST_F(RatingsTest, OfOneRaterHasNoAgreement) {
  const auto report = ratings_report(read("a.csv", "item,rater,coherence\n1,x,3\n2,x,4\n"));
  const auto& criterion = report.at("criteria").at(0);
  EXPECT_TRUE(criterion.at("alpha").at("ordinal").is_null());
  EXPECT_TRUE(criterion.at("alpha").at("interval").is_null());
  EXPECT_TRUE(criterion.at("pairs").empty());
}

TEST_F(RatingsTest, OfASystemThatNobodyRated) {
  const auto report = ratings_report(read("a.csv", "item,system,coherence\n1,A,3\n1,B,\n"));
  const auto& systems = report.at("criteria").at(0).at("systems");
  EXPECT_EQ(systems.at(1).at("ratings"), 0);
  EXPECT_FALSE(systems.at(1).contains("mean"));
  EXPECT_TRUE(report.at("criteria").at(0).at("pairs").empty());
  EXPECT_THAT(ratings_text(report), HasSubstr("B: not rated"));
}

TEST_F(RatingsTest, TellsItInLines) {
  const auto text = ratings_text(ratings_report(read("a.csv", csv)));
  EXPECT_THAT(text, HasSubstr("coherence (1 to 5)"));
  EXPECT_THAT(text, HasSubstr("A: 4.250 ("));
  EXPECT_THAT(text, HasSubstr("Mann–Whitney U = 16.0"));
  EXPECT_THAT(text, HasSubstr("Krippendorff's alpha"));
}

}  // namespace
}  // namespace assay::eval
