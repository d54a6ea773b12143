#include "report/json_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "demo_report.h"
#include "records.h"

namespace assay::report::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> keys(const Json& json) {
  std::vector<std::string> names;
  for (const auto& [name, value] : json.items()) names.push_back(name);
  return names;
}

TEST(ResultObject, HasExactlyThePromisedKeys) {
  const auto json = result_object(refuted_check().record(), {"run/record.jsonl", "run/report.md"});
  EXPECT_THAT(keys(json),
              ElementsAre("claim_id", "verdict", "label", "confidence", "justification", "evidence",
                          "images", "record", "report", "seconds", "calls", "cost", "tokens"));
  EXPECT_EQ(json["claim_id"], "c1");
  EXPECT_EQ(json["verdict"], "refuted");
  EXPECT_EQ(json["label"], "Refuted");
  EXPECT_EQ(json["confidence"], 0.87);
  EXPECT_EQ(json["justification"], "The bridge opened in 1937, not in 1947 [E1].");
  EXPECT_EQ(json["images"], Json::array());
  EXPECT_EQ(json["record"], "run/record.jsonl");
  EXPECT_EQ(json["report"], "run/report.md");
  EXPECT_EQ(json["seconds"], 1.2);
  ASSERT_EQ(json["evidence"].size(), 1U);
  const auto& item = json["evidence"][0];
  EXPECT_THAT(keys(item), ElementsAre("id", "text", "url", "title", "published", "stance"));
  EXPECT_EQ(item["text"], quote);
  EXPECT_EQ(item["url"], "https://bridges.example/golden-gate");
  EXPECT_EQ(item["published"], "2012-05-27");
  EXPECT_EQ(item["stance"], "contradicts");
}

TEST(ResultObject, OfSourcesWithoutAddressDateOrQuotation) {
  RecordBuilder builder;
  builder
      .add(EntryType::claim,
           {{"id", "c"}, {"text", "[image:1] x"}, {"images", {{{"number", 1}, {"file", "a.png"}}}}})
      .add(EntryType::evidence, {{"id", "E1"},
                                 {"source", {{"document", "notes.txt"}}},
                                 {"takeaways", "It says so."},
                                 {"images", {{{"number", 2}}}}})
      .add(EntryType::evidence, {{"id", "E2"},
                                 {"source", Json::object()},
                                 {"quotations", {{{"text", "One."}}, {{"text", "Two."}}}}});
  const auto json = result_object(builder.record(), {});
  EXPECT_EQ(json["verdict"], nullptr);
  EXPECT_EQ(json["evidence"][0]["url"], "notes.txt");
  EXPECT_EQ(json["evidence"][0]["published"], nullptr);
  EXPECT_EQ(json["evidence"][0]["text"], "It says so.");
  EXPECT_EQ(json["evidence"][0]["stance"], "touches");
  EXPECT_EQ(json["evidence"][1]["text"], "One.\nTwo.");
  ASSERT_EQ(json["images"].size(), 2U);
  EXPECT_EQ(json["images"][0]["file"], "a.png");
}

TEST(ResultObject, TakesPathsThatAreNotUtf8) {
  const auto json = result_object(core::Record(), {std::filesystem::path("a\xff.jsonl"), "b"});
  EXPECT_NO_THROW((void)json.dump());
  EXPECT_THAT(json["record"].get<std::string>(), HasSubstr(".jsonl"));
}

TEST(JsonReport, HoldsPicturesAndRepeats) {
  const auto json = json_report(demo_report().record);
  const auto& item = json["evidence"][0];
  ASSERT_EQ(item["pictures"].size(), 1U);
  const auto& picture = item["pictures"][0];
  EXPECT_EQ(picture["image"]["number"], 2);
  EXPECT_EQ(picture["query"], 1);
  EXPECT_EQ(picture["match"]["description"], "cropped, with a text overlay");
  EXPECT_EQ(picture["match"]["differences"].size(), 2U);
  ASSERT_EQ(item["repeats"].size(), 2U);
  EXPECT_EQ(item["repeats"][0]["reason"], "nearly the same text");
  EXPECT_EQ(item["repeats"][1]["source"]["title"], "Map of the valley");
  EXPECT_EQ(json["evidence"][1]["pictures"][0]["match"], nullptr);
  EXPECT_EQ(json["evidence"][1]["repeats"], Json::array());
}

TEST(JsonReport, HoldsEverything) {
  ReportOptions options;
  options.kept_text = [](std::string_view) { return std::optional(kept_page); };
  const auto json = json_report(refuted_check().record(), options);
  EXPECT_EQ(json["report"], json_report_version);
  EXPECT_EQ(json["claim"]["speaker"], "A. Speaker");
  EXPECT_EQ(json["complete"], true);
  EXPECT_EQ(json["verdict"], "refuted");
  EXPECT_EQ(json["justification"]["citations"], Json::array({"E1"}));
  const auto& quoted = json["evidence"][0]["quotations"][0];
  EXPECT_EQ(quoted["text"], quote);
  EXPECT_EQ(quoted["begin"], quote_begin);
  EXPECT_EQ(quoted["standing"], "stands");
  EXPECT_EQ(quoted["findings"][0]["stance"], "contradicts");
  EXPECT_EQ(quoted["findings"][0]["reasons"][0], "1937 against 1947");
  const auto& turn = json["turns"][0];
  EXPECT_EQ(turn["plan"]["uncovered"][0], "1947");
  EXPECT_EQ(turn["searches"][0]["excluded"][0]["reason"], "published on or after 2020-03-01");
  EXPECT_EQ(turn["searches"][1]["error"], "the index is gone");
  EXPECT_EQ(turn["judgement"]["verdict"], "refuted");
  EXPECT_EQ(json["missing"][0], "who opened it");
  EXPECT_EQ(json["counts"]["excluded"], 1);
  EXPECT_EQ(json["warnings"][0], "one file was skipped");
  EXPECT_EQ(json["models"]["language_model"], false);
  EXPECT_EQ(json["time"]["seconds"], 1.2);
  EXPECT_EQ(json["configuration"]["labels"], "averitec");
  EXPECT_NO_THROW((void)json.dump());
  EXPECT_NO_THROW((void)json_report(core::Record()).dump());
}

}  // namespace
}  // namespace assay::report::test
