#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "assay/core/error.h"
#include "eval/retrieval_score.h"
#include "support/support.h"

namespace assay::eval {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class RetrievalScoreTest : public testing::Test {
 protected:
  std::filesystem::path file(const std::string& text) {
    const auto path = folder_ / "file";
    test::write(path, text);
    return path;
  }
  Judgements judgements(const std::string& text) { return read_judgements(file(text)); }
  Rankings rankings(const std::string& text) { return read_rankings(file(text)); }

  template <class Read>
  static std::string error_of(Read read) {
    try {
      read();
    } catch (const core::InputError& error) {
      const std::string line = error.what();
      EXPECT_EQ(line.find('\n'), line.npos) << line;
      EXPECT_THAT(line, HasSubstr("file'"));
      return line;
    }
    ADD_FAILURE() << "no error";
    return {};
  }
  std::string bad_rankings(const std::string& text) {
    return error_of([&] { rankings(text); });
  }
  std::string bad_judgements(const std::string& text) {
    return error_of([&] { judgements(text); });
  }

  test::TempDir folder_;
};

TEST_F(RetrievalScoreTest, MeansOverJudgedQueries) {
  const auto wanted = judgements(R"({"1": ["a", "b"], "2": {"c": 2, "d": 1, "e": 0},
    "3": ["f"], "4": []})");
  const auto found =
      rankings(R"({"1": ["x", "a", "y", "b"], "2": ["d", "c"], "9": ["a"], "4": ["a"]})");
  const auto json = retrieval_metrics(found, wanted);
  EXPECT_EQ(json.at("queries"), 3);
  EXPECT_EQ(json.at("unranked"), 1);
  EXPECT_EQ(json.at("unjudged"), 1);
  const auto at = [&](const char* measure, const char* k) {
    return json.at(measure).at(k).get<double>();
  };
  EXPECT_DOUBLE_EQ(at("recall_at", "1"), (0 + 0.5 + 0) / 3);
  EXPECT_DOUBLE_EQ(at("recall_at", "3"), (0.5 + 1 + 0) / 3);
  EXPECT_DOUBLE_EQ(at("recall_at", "5"), 2.0 / 3);
  EXPECT_DOUBLE_EQ(at("recall_at", "100"), 2.0 / 3);
  EXPECT_DOUBLE_EQ(at("hit_at", "1"), 1.0 / 3);
  EXPECT_DOUBLE_EQ(at("hit_at", "3"), 2.0 / 3);
  EXPECT_DOUBLE_EQ(json.at("mrr").get<double>(), (0.5 + 1 + 0) / 3);
  const double second = 1 / std::log2(3.0);
  const double first_ndcg = (second + 1 / std::log2(5.0)) / (1 + second);
  const double second_ndcg = (1 + 2 * second) / (2 + second);
  EXPECT_DOUBLE_EQ(at("ndcg_at", "10"), (first_ndcg + second_ndcg) / 3);
}

TEST_F(RetrievalScoreTest, RankingsInAllTheirForms) {
  const std::vector<std::string> forms{
      R"({"3": ["a", 7]})",
      "{\n  \"3\": [\n    \"a\",\n    7\n  ]\n}\n",
      R"({"id": 3, "ranking": ["a", 7]})",
      R"({"query_id": "3", "ids": ["a", "7"]})",
      R"({"claim_id": "3", "hits": [{"id": "a", "score": 1}, {"id": 7}, {"id": "a"}]})",
      R"([{"id": "3", "ranking": ["a", 7, "a"]}])",
      "\xEF\xBB\xBF{\"3\": [\"a\", 7]}",
      "3 Q0 7 2 1.5 run\n3\tQ0  a 1 2e0 run\r\n\n3 Q0 a 3 -1 run",
      "3 Q0 7 2 1 run\n3 Q0 a 1 1 run"};
  for (const auto& form : forms) {
    const auto read = rankings(form);
    ASSERT_EQ(read.size(), 1U) << form;
    EXPECT_THAT(read.at("3"), ElementsAre("a", "7")) << form;
  }
  const auto lines =
      rankings("{\"id\": \"1\", \"ranking\": [\"a\"]}\n\n{\"id\": \"2\", \"hits\": []}\n");
  EXPECT_THAT(lines.at("1"), ElementsAre("a"));
  EXPECT_TRUE(lines.at("2").empty());
}

TEST_F(RetrievalScoreTest, GradesOfAllKinds) {
  const auto read = judgements(
      R"({"1": {"a": true, "b": false, "c": 0.5, "d": -3, "e": 3}, "2": ["x", "x", 4]})");
  EXPECT_EQ(read.at("1"), (std::map<std::string, double>{{"a", 1}, {"c", 0.5}, {"e", 3}}));
  EXPECT_EQ(read.at("2"), (std::map<std::string, double>{{"x", 1}, {"4", 1}}));
}

TEST_F(RetrievalScoreTest, BadJudgementsAreNamed) {
  EXPECT_THAT(bad_judgements(R"({"q7": {"a": "high"}})"),
              AllOf(HasSubstr("q7"), HasSubstr("no number")));
  EXPECT_THAT(bad_judgements(R"({"q7": {"a": 1e300}})"), HasSubstr("1,000,000"));
  EXPECT_THAT(bad_judgements(R"({"q7": 4})"), HasSubstr("q7"));
  EXPECT_THAT(bad_judgements(R"({"q7": [null]})"), HasSubstr("q7"));
  EXPECT_THAT(bad_judgements(R"({"q7": [""]})"), HasSubstr("q7"));
  EXPECT_THAT(bad_judgements(R"({"q7": []})"), HasSubstr("nothing is relevant"));
  for (const std::string text : {"", "[]", "{", "{}", "null", "\xFF\xFE", "{\"a\xFF\": [\"b\"]}"})
    bad_judgements(text);
  bad_judgements("{\"a\": " + std::string(100'000, '[') + std::string(100'000, ']') + "}");
  bad_judgements("{\"a\": {\"b\": NaN}}");
}

TEST_F(RetrievalScoreTest, BadRankingsAreNamed) {
  EXPECT_THAT(bad_rankings(""), HasSubstr("empty"));
  EXPECT_THAT(bad_rankings(" \n\n"), HasSubstr("empty"));
  EXPECT_THAT(bad_rankings("{\"id\": \"1\", \"ids\": []}\n{\"id\": 1, \"ids\": []}"),
              HasSubstr("comes twice"));
  EXPECT_THAT(bad_rankings("{\"id\": \"1\", \"ids\": []}\n{\"id\": 2}"), HasSubstr("`ranking`"));
  EXPECT_THAT(bad_rankings("{\"ids\": []}\n{\"ids\": []}"), HasSubstr("`id` or `query_id`"));
  EXPECT_THAT(bad_rankings(R"({"id": "1", "hits": [{"score": 1}]})"), HasSubstr("no `id`"));
  EXPECT_THAT(bad_rankings(R"({"id": "1", "hits": {}})"), HasSubstr("no list"));
  EXPECT_THAT(bad_rankings(R"({"q7": [[]]})"), HasSubstr("q7"));
  EXPECT_THAT(bad_rankings("3 Q0 a 1 2 run\n3 Q0 b 1 high run"),
              AllOf(HasSubstr("row 2"), HasSubstr("score")));
  for (const std::string text :
       {"3 Q0 a 1 nan run", "3 Q0 a 1 inf run", "3 Q0 a 1 1e999 run", "3 Q0 a x 1 run",
        "3 Q0 a 1 2", "3 Q0 a 1 2 run more", "words", "\xFF\xFE{}", "[1, 2]", "[", "{\"a\": [",
        "{\"id\": \"1\", \"ids\": []}\nrest"})
    bad_rankings(text);
  bad_rankings(std::string(200'000, '['));
  bad_rankings("{\"a\": " + std::string(200'000, '[') + std::string(200'000, ']') + "}");
  EXPECT_THROW(read_rankings(folder_ / "missing"), core::InputError);
  EXPECT_THROW(read_rankings(folder_.path()), core::InputError);
}

TEST_F(RetrievalScoreTest, ThePoolsJudgementsAreRead) {
  const auto shared = test::shared_dir();
  if (!shared) GTEST_SKIP() << test::shared_missing;
  const auto wanted = read_judgements(*shared / "data" / "averitec" / "qrels.json");
  EXPECT_EQ(wanted.at("5").count("gold-5-0-0"), 1U);
  Rankings best;
  for (const auto& [query, grades] : wanted)
    for (const auto& [id, grade] : grades) best[query].push_back(id);
  const auto json = retrieval_metrics(best, wanted);
  EXPECT_DOUBLE_EQ(json.at("mrr").get<double>(), 1);
  EXPECT_DOUBLE_EQ(json.at("ndcg_at").at("100").get<double>(), 1);
  EXPECT_EQ(json.at("unranked"), 0);
}

}  // namespace
}  // namespace assay::eval
