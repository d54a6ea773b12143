// The loaders of all benchmarks, each on a small file made here, and on damaged ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "assay/core/error.h"
#include "eval/benchmarks/averitec_pairs.h"
#include "eval/benchmarks/benchmark.h"
#include "support/support.h"

namespace assay::eval {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class BenchmarkFiles : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& bytes) const {
    std::filesystem::create_directories((folder_ / name).parent_path());
    test::write(folder_ / name, bytes);
  }
  Dataset load(const std::string& benchmark, LoadOptions options = {}) const {
    if (options.data.empty()) options.data = folder_.path();
    return benchmark_named(benchmark)->load(options);
  }
  // What loading says where it refuses.
  std::string refusal(const std::string& benchmark, LoadOptions options = {}) const {
    try {
      load(benchmark, std::move(options));
    } catch (const std::exception& error) {
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
      return error.what();
    }
    return "";
  }
  std::filesystem::path path(const std::string& name) const { return folder_ / name; }

  test::TempDir folder_;
};

const char* averitec_dev = R"([
{"claim": "The lake froze in 1963.", "label": "Supported", "justification": "It did.",
 "claim_date": "31-10-2020", "speaker": "A. Person", "original_claim_url": "https://post.example/1",
 "fact_checking_article": "https://checkers.example/lake", "location_ISO_code": "CH",
 "questions": [
  {"question": "Did it freeze?", "answers": [
    {"answer": "Yes", "answer_type": "Boolean", "boolean_explanation": "The chronicle says so.",
     "source_url": "https://chronicle.example"}]},
  {"question": "How thick was it?", "answers": [
    {"answer": "No answer could be found.", "answer_type": "Unanswerable", "source_url": ""}]},
  {"question": "Who saw it?", "answers": []}]},
{"claim": "The bridge is closed.", "label": "not enough evidence", "claim_date": null, "speaker": null,
 "questions": []}
])";

TEST_F(BenchmarkFiles, AveritecIsReadFieldByField) {
  write("dev.json", averitec_dev);
  const auto data = load("averitec");
  ASSERT_THAT(data.instances, SizeIs(2));
  const auto& one = data.instances[0];
  EXPECT_EQ(one.claim.id, "0");
  EXPECT_EQ(one.id_json, "0");
  EXPECT_EQ(one.claim.text.plain(), "The lake froze in 1963.");
  EXPECT_EQ(one.claim.date->to_string(), "2020-10-31");
  EXPECT_EQ(one.claim.speaker, "A. Person");
  EXPECT_EQ(one.claim.origin, "https://post.example/1");
  EXPECT_EQ(one.claim.place, "CH");
  EXPECT_EQ(one.label, "Supported");
  EXPECT_EQ(one.justification, "It did.");
  ASSERT_THAT(one.evidence, SizeIs(1));  // what has no answer is no evidence
  EXPECT_EQ(one.evidence[0].id, "0-0-0");
  EXPECT_EQ(one.evidence[0].text, "Did it freeze? Yes. The chronicle says so.");
  EXPECT_EQ(one.evidence[0].url, "https://chronicle.example");
  EXPECT_EQ(data.instances[1].label, "Not Enough Evidence");
  EXPECT_FALSE(data.instances[1].claim.date);
  EXPECT_THAT(gold_pairs(one), ElementsAre("Did it freeze? Yes. The chronicle says so.",
                                           "How thick was it? No answer could be found.",
                                           "Who saw it? No answer could be found."));
}

TEST_F(BenchmarkFiles, NothingOfTheFactCheckGoesIntoAClaim) {
  write("dev.json", averitec_dev);
  for (const auto& one : load("averitec").instances) {
    EXPECT_EQ(one.claim.origin.find("checkers.example"), std::string::npos);
    for (const auto& item : one.evidence)
      EXPECT_EQ(item.url.find("checkers.example"), std::string::npos);
  }
}

TEST_F(BenchmarkFiles, AveritecWritesWhatItReads) {
  write("dev.json", averitec_dev);
  const auto benchmark = benchmark_named("AVeriTeC");
  const auto data = load("averitec");
  Prediction one;
  one.id = "0";
  one.label = "Refuted";
  one.pairs = {{"Did it, \"really\"?", "No,\nit did not.", "https://a.example", "kept text", {}},
               {"Who?", "Nobody", "", "", {}}};
  const auto files = benchmark->write_predictions(folder_.path(), data, std::vector{one});
  ASSERT_THAT(files, SizeIs(2));
  for (const auto& file : files) {
    const auto read = benchmark->read_predictions(file);
    ASSERT_THAT(read, SizeIs(1)) << file;
    EXPECT_EQ(read[0].id, "0");
    EXPECT_EQ(read[0].label, "Refuted");
    ASSERT_THAT(read[0].pairs, SizeIs(2));
    EXPECT_EQ(read[0].pairs[0].question, "Did it, \"really\"?");
    EXPECT_EQ(read[0].pairs[1].answer, "Nobody");
  }
  const auto older = json::parse(test::read(files[0]));
  EXPECT_EQ(older[0]["claim_id"], 0);
  EXPECT_EQ(older[0]["evidence"][0]["scraped_text"], "kept text");
  EXPECT_THAT(test::read(files[1]), HasSubstr("id,claim,evi,label,split\n0,"));
}

TEST_F(BenchmarkFiles, AveritecTestHasNoLabels) {
  write("test.json", R"([{"claim": "A thing happened.", "claim_date": "1-2-2021"}])");
  LoadOptions options;
  options.data = folder_.path();
  options.split = "test";
  const auto data = load("averitec", options);
  EXPECT_EQ(data.instances[0].label, "");
  EXPECT_EQ(data.instances[0].claim.date->to_string(), "2021-02-01");
}

TEST_F(BenchmarkFiles, AverimatecIsReadAndWritten) {
  write("val.json", R"([{"claim_text": "A shark on a road.", "claim_images": ["a.jpg"],
    "label": "Refuted", "date": "2021-05-06", "metadata": {"speaker": "someone"},
    "justification": "It is edited.", "questions": [{"question": "Where is it from?",
    "answers": [{"answer_text": "From a film.", "image_answers": ["b.png"]}]}]}])");
  const auto data = load("averimatec");
  const auto& one = data.instances.at(0);
  EXPECT_THAT(one.image_files, ElementsAre("images/a.jpg"));
  EXPECT_EQ(one.claim.speaker, "someone");
  EXPECT_EQ(one.claim.date->to_string(), "2021-05-06");
  EXPECT_EQ(one.questions.at(0).answers.at(0).text, "From a film.");
  EXPECT_THAT(one.evidence.at(0).images, ElementsAre("images/b.png"));
  EXPECT_THAT(data.warnings, testing::Contains(HasSubstr("1 of 1 pictures")));

  Prediction answer;
  answer.id = "0";
  answer.label = "Refuted";
  answer.justification = "Edited [E1].";
  answer.pairs = {{"Where?", "In a film.", "", "", {"aGk="}}};
  const auto benchmark = benchmark_named("averimatec");
  const auto files = benchmark->write_predictions(folder_.path(), data, std::vector{answer});
  const auto written = json::parse(test::read(files.at(0)));
  EXPECT_EQ(written[0]["id"], 0);
  EXPECT_EQ(written[0]["questions"], json({"Where?"}));
  EXPECT_EQ(written[0]["evidence"][0]["images"], json({"aGk="}));
  EXPECT_EQ(written[0]["verdict"], "Refuted");
  const auto read = benchmark->read_predictions(files.at(0));
  EXPECT_EQ(read.at(0).pairs.at(0).answer, "In a film.");
  EXPECT_EQ(read.at(0).justification, "Edited [E1].");
}

TEST_F(BenchmarkFiles, MochegKeepsTheFirstRowOfAClaimWithARuling) {
  write("test/Corpus2.csv",
        "claim_id,Claim,Evidence,ruling_outline,cleaned_truthfulness,other\n"
        "7,\"It rained, \"\"a lot\"\".\",<p>Ten <b>mm</b></p>,We rate it so.,Supported,x\n"
        "7,Another text,<p>Twenty mm</p>,We rate it so.,refuted,x\n"
        "8,No ruling here.,e,,nei,x\n"
        "9,It snowed.,e,Because.,nei,x\n");
  const auto data = load("mocheg");
  ASSERT_THAT(data.instances, SizeIs(2));
  EXPECT_EQ(data.instances[0].claim.text.plain(), "It rained, \"a lot\".");
  EXPECT_EQ(data.instances[0].label, "supported");
  EXPECT_EQ(data.instances[0].justification, "We rate it so.");
  ASSERT_THAT(data.instances[0].evidence, SizeIs(2));
  EXPECT_THAT(data.instances[0].evidence[0].text, AllOf(HasSubstr("Ten"), HasSubstr("mm")));
  EXPECT_EQ(data.instances[1].label, "NEI");
  EXPECT_THAT(data.warnings, testing::Contains(HasSubstr("1 claims without a ruling")));
}

const char* verite_rows =
    ",caption,image_path,label\n"
    "248,Another one.,images/false_82.jpg,out-of-context\n"
    "249,A crowd of In His Name Ministries.,images/true_83.jpg,true\n"
    "250,A crowd at the Area 51 Raid.,images/true_83.jpg,miscaptioned\n"
    "251,A crowd of In His Name Ministries.,images/false_83.jpg,out-of-context\n"
    "745,Taken after hiring Crystal Clanton.,images/true_251.jpg,true\n"
    "753,A man in armour.,images/false_253.jpg,out-of-context\n";

std::map<std::string, std::string> labels_of(const Dataset& data) {
  std::map<std::string, std::string> labels;
  for (const auto& one : data.instances) labels[one.claim.id] = one.label;
  return labels;
}

TEST_F(BenchmarkFiles, VeriteKnowsItsFaults) {
  write("VERITE.csv", verite_rows);
  LoadOptions options;
  options.data = folder_.path();
  const auto kept = load("verite", options);
  EXPECT_EQ(labels_of(kept).at("249"), "true");
  EXPECT_EQ(kept.instances[1].group, "83");
  EXPECT_EQ(kept.instances[3].group, "83");
  options.faults = Faults::correct;
  const auto corrected = labels_of(load("verite", options));
  EXPECT_EQ(corrected.at("249"), "miscaptioned");
  EXPECT_EQ(corrected.at("250"), "true");
  EXPECT_EQ(corrected.at("251"), "out-of-context");
  EXPECT_EQ(corrected.at("745"), "out-of-context");
  EXPECT_EQ(corrected.at("753"), "out-of-context");
  options.faults = Faults::drop;
  EXPECT_THAT(labels_of(load("verite", options)),
              ElementsAre(testing::Key("248"), testing::Key("251")));
}

TEST_F(BenchmarkFiles, AFaultIsNotSeenInAnotherEdition) {
  write("VERITE.csv", ",caption,image_path,label\n249,A cat on a mat.,images/true_1.jpg,true\n");
  LoadOptions options;
  options.data = folder_.path();
  options.faults = Faults::correct;
  EXPECT_EQ(labels_of(load("verite", options)).at("249"), "true");
}

TEST_F(BenchmarkFiles, ClaimReviewHasFourClassesOrThree) {
  write("test.json", R"([
    {"text": "See <image:1> here.", "image": ["a.jpg"], "label": "misleading",
     "date": "2024-01-02T00:00:00Z", "author": "A"},
    {"text": "B", "image": [], "label": "not enough information", "date": "2024-01-02T00:00:00Z"},
    {"text": "C", "label": "supported"}])");
  const auto four = load("ClaimReview2024+");
  EXPECT_EQ(four.instances[0].claim.text.plain().find("<image"), std::string::npos);
  EXPECT_EQ(four.instances[0].label, "misleading");
  EXPECT_EQ(four.instances[0].claim.date->to_string(), "2024-01-02");
  EXPECT_THAT(four.instances[0].image_files, ElementsAre("a.jpg"));
  LoadOptions options;
  options.data = folder_.path();
  options.variant = "three";
  const auto three = labels_of(load("cr2024plus", options));
  EXPECT_EQ(three.at("0"), "False");
  EXPECT_EQ(three.at("1"), "Unproven");
  EXPECT_EQ(three.at("2"), "True");
  EXPECT_EQ(benchmark_named("cr2024plus")->labels("three").labels().size(), 3U);
}

TEST_F(BenchmarkFiles, NewsclippingsTakesCaptionAndPictureFromTheirItems) {
  write("news_clippings/data/merged_balanced/test.json",
        R"({"annotations": [{"id": 12, "image_id": 34, "falsified": true, "similarity_score": 0.5},
                            {"id": 12, "image_id": 12, "falsified": false}]})");
  write("origin/data.json",
        R"([{"id": 12, "caption": "A speech in the rain.", "image_path": "./g/12.jpg",
             "topic": {"id": 99, "caption": "not this"}},
            {"id": 34, "caption": "Another.", "image_path": "./g/34.jpg"}, {"id": 5}])");
  const auto data = load("newsclippings");
  ASSERT_THAT(data.instances, SizeIs(2));
  EXPECT_EQ(data.instances[0].claim.text.plain(), "A speech in the rain.");
  EXPECT_THAT(data.instances[0].image_files, ElementsAre("origin/g/34.jpg"));
  EXPECT_EQ(data.instances[0].label, "falsified");
  EXPECT_EQ(data.instances[1].label, "pristine");
  write("origin/data.json", R"([{"id": 12, "caption": "A speech)");
  EXPECT_THAT(refusal("newsclippings"), HasSubstr("is not valid JSON"));
  write("origin/data.json", R"([{"id": 12, "caption": "A speech", "image_path": "./x.jpg"}])");
  EXPECT_THAT(refusal("newsclippings"),
              HasSubstr("annotation 1: origin/data.json has no path of item 34"));
}

const char* rwpost_test = R"([
{"id": "p1", "claim": "The mayor resigned.", "post": {"text": "He is gone!", "images": ["p.jpg"],
  "url": "https://social.example/1", "author": "someone", "date": "2023-01-01"},
 "date": "2023-02-03", "label": "False",
 "reasoning": {"overview": "He did not.", "key_points": [{"text": "He spoke today.", "evidence": ["e1"]}]},
 "evidence": [{"id": "e1", "text": "The mayor spoke.", "url": "https://news.example", "date": "2023-02-01"}]},
{"id": "p2", "claim": "Half of it is true.", "label": "Mixture", "evidence": []}])";

TEST_F(BenchmarkFiles, RwpostHasPostReasoningAndEvidence) {
  write("test.json", rwpost_test);
  const auto data = load("rwpost");
  ASSERT_THAT(data.instances, SizeIs(1));
  const auto& one = data.instances[0];
  EXPECT_EQ(one.claim.id, "p1");
  EXPECT_EQ(one.claim.post, "He is gone!");
  EXPECT_EQ(one.claim.date->to_string(), "2023-02-03");
  EXPECT_EQ(one.justification, "He did not.\nHe spoke today.");
  EXPECT_EQ(one.evidence.at(0).published->to_string(), "2023-02-01");
  EXPECT_THAT(data.warnings, testing::Contains(HasSubstr("1 claims of the challenge set")));
  LoadOptions options;
  options.data = folder_.path();
  options.variant = "challenge";
  EXPECT_EQ(load("rwpost", options).instances.at(1).label, "Mixture");
}

TEST_F(BenchmarkFiles, AKeyPointCitesWhatIsThere) {
  auto text = std::string(rwpost_test);
  text.replace(text.find("[\"e1\"]"), 6, "[\"e7\"]");
  write("test.json", text);
  EXPECT_THAT(refusal("rwpost"),
              AllOf(HasSubstr("test.json"), HasSubstr("item 1"), HasSubstr("e7")));
}

TEST_F(BenchmarkFiles, OwnClaimsInJsonLines) {
  write("own.jsonl",
        "{\"id\": \"a\", \"claim\": \"One.\", \"label\": \"supported\", \"evidence\": [{\"text\": "
        "\"Yes.\"}]}\n"
        "\n{\"text\": \"Two.\", \"label\": \"NOT enough-evidence\"}\n");
  LoadOptions options;
  options.data = path("own.jsonl");
  const auto data = load("jsonl", options);
  EXPECT_EQ(data.instances.at(0).evidence.at(0).id, "a-0");
  EXPECT_EQ(data.instances.at(1).label, "not enough evidence");
  options.variant = "mocheg";
  EXPECT_THAT(refusal("jsonl", options), HasSubstr("is none of: supported, refuted, NEI"));
  options.variant = "nonsense";
  EXPECT_THAT(refusal("jsonl", options), HasSubstr("known are: default averitec"));
}

TEST_F(BenchmarkFiles, DamageIsToldWithItsPlace) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", "not valid JSON"},
      {"[{\"claim\": \"a\"", "not valid JSON"},
      {"{}", "item"},  // JSON Lines of one object without a claim
      {"[3]", "item 1 is not a JSON object"},
      {"[]", "holds no claim"},
      {R"([{"claim": 3}])", "`claim` is not a text"},
      {R"([{"claim": "  "}])", "item 1: the claim has no text"},
      {R"([{"claim": "a", "label": "Maybe"}])", "the label 'Maybe' is none of: Supported"},
      {R"([{"claim": "a"}, {"claim": "b", "id": 0}])", "item 2: the id '0' comes twice"},
      {R"([{"claim": "a", "id": [1]}])", "`id` is neither a text nor a whole number"},
      {R"([{"claim": "a", "questions": {}}])", "`questions` is not a list"},
      {R"([{"claim": "a", "questions": [3]}])", "a question is not a JSON object"},
      {"[{\"claim\": \"\xff\"}]", "not UTF-8"},
      {std::string(100'000, '['), "nested too deeply"},
  };
  for (const auto& [bytes, words] : cases) {
    write("dev.json", bytes);
    EXPECT_THAT(refusal("averitec"), AllOf(HasSubstr("dev.json"), HasSubstr(words)))
        << bytes.substr(0, 60);
  }
}

TEST_F(BenchmarkFiles, BadRowsCanBeLeftOut) {
  write("dev.json", R"([{"claim": "a"}, {"claim": ""}, {"claim": "c"}])");
  LoadOptions options;
  options.data = folder_.path();
  EXPECT_THAT(refusal("averitec", options), HasSubstr("--skip-bad"));
  options.skip_bad = true;
  const auto data = load("averitec", options);
  EXPECT_THAT(data.instances, SizeIs(2));
  EXPECT_EQ(data.instances[1].claim.id, "2");  // its place in the file
  EXPECT_THAT(data.warnings, testing::Contains(HasSubstr("1 of 3 claims were skipped")));
}

TEST_F(BenchmarkFiles, DamagedTablesAreToldWithTheirRow) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", "is empty"},
      {"a,b\n", "has no column 'caption'"},
      {",caption,image_path,label\n0,x,y\n", "row 2: has 3 cells"},
      {",caption,image_path,label\n0,x,y,true\n1,\"x,y,true\n", "row 3"},
      {",caption,image_path,label\n0,\"x\"z,y,true\n", "row 2"},
      {",caption,image_path,label\n0,x,y,perhaps\n", "row 2: the label 'perhaps'"},
      {",caption,image_path,label\n0,x,y,true\n0,x,y,true\n", "row 3: the id '0' comes twice"},
      {",caption,image_path,label\n0,\xff,y,true\n", "row 2: is not UTF-8"},
      {",caption,caption,label\n", "comes twice"},
      {",caption,image_path,label\n", "holds no claim"},
  };
  for (const auto& [bytes, words] : cases) {
    write("VERITE.csv", bytes);
    EXPECT_THAT(refusal("verite"), AllOf(HasSubstr("VERITE.csv"), HasSubstr(words))) << bytes;
  }
}

TEST_F(BenchmarkFiles, WhatIsNotThereIsNamed) {
  EXPECT_THAT(refusal("averitec"), HasSubstr("there is no 'dev.json' in"));
  LoadOptions options;
  options.data = folder_.path();
  options.split = "devel";
  EXPECT_THAT(refusal("averitec", options), HasSubstr("known are: dev train test"));
  options.data = "/nowhere";
  EXPECT_THAT(refusal("verite", options), HasSubstr("/nowhere"));
  EXPECT_THAT([] { benchmark_named("liar"); }, testing::ThrowsMessage<core::UsageError>(
                                                   HasSubstr("averitec averimatec mocheg verite")));
}

TEST_F(BenchmarkFiles, OwnPredictionsAreReadInTheirForms) {
  write("p.jsonl",
        R"({"claim_id": 3, "verdict": "refuted", "label": "Refuted", "confidence": 0.25,
 "justification": "So.", "evidence": [{"id": "E1", "text": "It says.", "url": "u"}]})"
        "\n");
  // One object a line.
  auto text = test::read(path("p.jsonl"));
  text.erase(std::remove(text.begin(), text.end() - 1, '\n'), text.end() - 1);
  text +=
      "{\"id\": \"b\", \"label\": \"I can't say\"}\n{\"claim_id\": \"c\", \"error\": \"no key\"}\n"
      "{\"id\": \"d\", \"label\": \"\", \"malformed\": \"bla\"}\n";
  write("p.jsonl", text);
  const auto read = benchmark_named("averitec")->read_predictions(path("p.jsonl"));
  ASSERT_THAT(read, SizeIs(3));
  EXPECT_EQ(read[0].id, "3");
  EXPECT_EQ(read[0].label, "Refuted");
  EXPECT_EQ(read[0].confidence, 0.25);
  EXPECT_EQ(read[0].pairs.at(0).answer, "It says.");
  EXPECT_TRUE(read[1].malformed);
  EXPECT_EQ(read[1].label, "");
  EXPECT_EQ(read[1].given, "I can't say");
  EXPECT_TRUE(read[2].malformed);
}

TEST_F(BenchmarkFiles, DamagedPredictionsAreToldWithTheirPlace) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"{\"label\": \"x\"}", "line 1: neither `id` nor `claim_id` is there"},
      {"{\"id\": 1}\n{\"id\": 1}", "line 2: the id '1' comes twice"},
      {"{\"id\": 1, \"confidence\": 7}", "line 1: `confidence` is not from 0 to 1"},
      {"{\"id\": 1, \"confidence\": \"high\"}", "line 1: `confidence` is not a number"},
      {"{\"id\": 1, \"pairs\": [4]}", "line 1: a pair is not a JSON object"},
      {"{\"id\": 1", "line 1: not valid JSON"},
      {"[{\"pred_label\": 4}]", "item 1: `pred_label` is not a text"},
  };
  for (const auto& [bytes, words] : cases) {
    write("p.json", bytes);
    EXPECT_THAT(
        [&] { benchmark_named("averitec")->read_predictions(path("p.json")); },
        testing::ThrowsMessage<core::InputError>(AllOf(HasSubstr("p.json"), HasSubstr(words))))
        << bytes;
  }
}

TEST(SharedBenchmarks, AveritecsSampleIsRead) {
  const auto shared = test::shared_dir();
  if (!shared) GTEST_SKIP() << test::shared_missing;
  const auto benchmark = benchmark_named("averitec");
  LoadOptions options;
  options.data = *shared / "data/averitec";
  const auto dev = benchmark->load(options);
  EXPECT_THAT(dev.instances, SizeIs(200));
  for (const auto& one : dev.instances) EXPECT_FALSE(one.label.empty());
  options.data = *shared / "data/averitec/solution.csv";
  EXPECT_THAT(benchmark->load(options).instances, SizeIs(200));
  EXPECT_THAT(benchmark->read_predictions(*shared / "data/averitec/submission.csv"), SizeIs(200));
}

TEST(SharedBenchmarks, VeriteIsReadWhole) {
  const auto shared = test::shared_dir();
  if (!shared) GTEST_SKIP() << test::shared_missing;
  LoadOptions options;
  options.data = *shared / "data/verite";
  std::map<std::string, int> counts;
  for (const auto& one : benchmark_named("verite")->load(options).instances) ++counts[one.label];
  EXPECT_EQ(counts, (std::map<std::string, int>{
                        {"true", 338}, {"miscaptioned", 338}, {"out-of-context", 325}}));
}

}  // namespace
}  // namespace assay::eval
