#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "assay/core/error.h"
#include "eval/benchmarks/averitec_cells.h"
#include "eval/benchmarks/averitec_pairs.h"
#include "eval/benchmarks/benchmark.h"
#include "support/support.h"

namespace assay::eval {
namespace {

using core::Json;
using testing::ElementsAre;
using testing::HasSubstr;

Instance claim(std::string id, std::string id_json) {
  Instance instance;
  instance.claim.id = std::move(id);
  instance.id_json = std::move(id_json);
  instance.claim.text = core::MultimodalText("A claim, \"quoted\".");
  return instance;
}

std::vector<PredictedPair> pairs() {
  return {{"Who, then?", "Ann \"A\"\nand Bo", "https://a.example", "the page's text", {}},
          {"", "No question.", "", "", {}},
          {"Where?", "", "", "", {}}};
}

Prediction prediction(std::string id, std::string label) {
  Prediction made;
  made.id = std::move(id);
  made.given = label;
  made.label = std::move(label);
  made.confidence = 0.25;
  made.justification = "Because.\nSo.";
  made.pairs = pairs();
  return made;
}

// Two claims with an answer, one with a label that is none, one without a prediction.
struct Written {
  Dataset dataset;
  std::vector<Prediction> predictions;
};

Written written(const Benchmark& benchmark) {
  Written all;
  all.dataset.instances = {claim("3", "3"), claim("b", "\"b\""), claim("7", "7"), claim("8", "8")};
  const auto space = benchmark.labels();
  // In another order than the dataset, and one too many.
  all.predictions = {prediction("b", space.labels()[1].name),
                     prediction("3", space.labels()[0].name), prediction("7", ""),
                     prediction("elsewhere", space.labels()[0].name)};
  all.predictions[2].given = "Perhaps?";
  all.predictions[2].malformed = true;
  return all;
}

TEST(Predictions, OfEveryBenchmarkAreReadAsTheyWereWritten) {
  for (const auto& benchmark : all_benchmarks()) {
    const auto all = written(*benchmark);
    const test::TempDir folder;
    const auto files = benchmark->write_predictions(folder / "new", all.dataset, all.predictions);
    ASSERT_FALSE(files.empty());
    for (const auto& file : files) {
      SCOPED_TRACE(file.string() + " of " + std::string(benchmark->name()));
      const auto read = benchmark->read_predictions(file);
      ASSERT_EQ(read.size(), 3);
      const Prediction* expected[] = {&all.predictions[1], &all.predictions[0],
                                      &all.predictions[2]};
      for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(read[i].id, expected[i]->id);
        EXPECT_EQ(read[i].label, expected[i]->label);
        EXPECT_EQ(read[i].given, expected[i]->given);
        EXPECT_EQ(read[i].malformed, expected[i]->malformed);
        ASSERT_EQ(read[i].pairs.size(), 3);
        for (std::size_t p = 0; p < 3; ++p) {
          EXPECT_EQ(read[i].pairs[p].question, expected[i]->pairs[p].question);
          EXPECT_EQ(read[i].pairs[p].answer, expected[i]->pairs[p].answer);
        }
      }
      EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder / "new"), {}),
                files.size());
    }
  }
}

TEST(Predictions, AsJsonLinesKeepEverything) {
  const auto benchmark = benchmark_named("verite");
  auto all = written(*benchmark);
  all.predictions[1].pairs[0].images = {"a.jpg"};
  const test::TempDir folder;
  const auto files = benchmark->write_predictions(folder.path(), all.dataset, all.predictions);
  EXPECT_THAT(files, ElementsAre(folder / "predictions.jsonl"));
  const auto first = benchmark->read_predictions(files[0])[0];
  EXPECT_EQ(first.confidence, 0.25);
  EXPECT_EQ(first.justification, "Because.\nSo.");
  EXPECT_EQ(first.pairs[0].url, "https://a.example");
  EXPECT_EQ(first.pairs[0].text, "the page's text");
  EXPECT_THAT(first.pairs[0].images, ElementsAre("a.jpg"));
}

TEST(Predictions, OfAveritecHaveTheFieldsOfBothForms) {
  const auto benchmark = benchmark_named("averitec");
  const auto all = written(*benchmark);
  const test::TempDir folder;
  const auto files = benchmark->write_predictions(folder.path(), all.dataset, all.predictions);
  EXPECT_THAT(files, ElementsAre(folder / "predictions.json", folder / "predictions.csv"));
  const Json list = Json::parse(test::read(files[0]));
  EXPECT_EQ(list.at(0).at("claim_id"), 3);
  EXPECT_EQ(list.at(1).at("claim_id"), "b");
  EXPECT_EQ(list.at(0).at("pred_label"), "Supported");
  EXPECT_EQ(list.at(0).at("claim"), "A claim, \"quoted\".");
  EXPECT_EQ(list.at(0).at("evidence").at(0).at("scraped_text"), "the page's text");
  EXPECT_EQ(list.at(2).at("pred_label"), "Perhaps?");
  EXPECT_THAT(
      test::read(files[1]),
      testing::StartsWith("id,claim,evi,label,split\r\n3,\"A claim, \"\"quoted\"\".\",\"Who,"
                          " then?\t\t\nAnn \"\"A\"\"\nand Bo\t\t\n\n\t\t\nNo question.\t\t\n"
                          "\nWhere?\t\t\n\t\t\n\n\",Supported,pred\r\n"));
  const auto older = benchmark->read_predictions(files[0]);
  const auto newer = benchmark->read_predictions(files[1]);
  for (std::size_t i = 0; i < older.size(); ++i) {
    EXPECT_EQ(pair_strings(older[i]), pair_strings(newer[i]));
    EXPECT_EQ(question_strings(older[i]), question_strings(newer[i]));
  }
  EXPECT_THAT(pair_strings(older[0]),
              ElementsAre("Who, then? Ann \"A\"\nand Bo", "No question.", "Where?"));
}

TEST(Predictions, OfAverimatecHaveItsFields) {
  const auto benchmark = benchmark_named("averimatec");
  auto all = written(*benchmark);
  all.predictions[1].pairs[0].images = {"aGk="};
  const test::TempDir folder;
  const auto files = benchmark->write_predictions(folder.path(), all.dataset, all.predictions);
  const Json list = Json::parse(test::read(files[0]));
  EXPECT_EQ(list.at(0),
            Json::parse(R"({"id": 3, "questions": ["Who, then?", "", "Where?"], "evidence": [
              {"text": "Ann \"A\"\nand Bo", "images": ["aGk="]},
              {"text": "No question.", "images": []}, {"text": "", "images": []}],
              "verdict": "Supported", "justification": "Because.\nSo."})"));
  EXPECT_THAT(benchmark->read_predictions(files[0])[0].pairs[0].images, ElementsAre("aGk="));
}

std::vector<Prediction> read(const char* benchmark, const std::string& bytes,
                             std::string_view variant = {}) {
  const test::TempDir folder;
  test::write(folder / "p", bytes);
  return benchmark_named(benchmark)->read_predictions(folder / "p", variant);
}

TEST(Predictions, AreReadFromTheLinesOfABatch) {
  const auto all = read(
      "averitec",
      R"({"claim_id":3,"verdict":"refuted","label":"Refuted","confidence":0.9,"justification":"J [e1].","evidence":[{"id":"e1","text":"It stood.","url":"https://a","title":"T","published":"2020-01-02","stance":"contradicts"}],"images":[{"number":1}],"record":"r","report":"p","seconds":1.5,"calls":3,"cost":null,"tokens":{"in":1,"cached":0,"out":2}}
{"claim_id":"x","verdict":null,"label":null,"confidence":null,"justification":"","evidence":[]}
{"claim_id":5,"error":"the model did not answer"}
{"claim_id":6,"label":"NOT ENOUGH-EVIDENCE","evidence":[{"text":"no"}],"pairs":[{"question":"Q?","answer":"A","url":"u","text":"t"}]}
{"claim_id":7,"verdict":"conflicting"}
)");
  ASSERT_EQ(all.size(), 5);
  EXPECT_EQ(all[0].id, "3");
  EXPECT_EQ(all[0].label, "Refuted");
  EXPECT_EQ(all[0].confidence, 0.9);
  ASSERT_EQ(all[0].pairs.size(), 1);
  EXPECT_EQ(all[0].pairs[0].question, "");
  EXPECT_EQ(all[0].pairs[0].answer, "It stood.");
  EXPECT_EQ(all[0].pairs[0].url, "https://a");
  EXPECT_EQ(all[1].label, "");
  EXPECT_FALSE(all[1].malformed);
  EXPECT_EQ(all[2].label, "");
  EXPECT_EQ(all[3].label, "Not Enough Evidence");
  ASSERT_EQ(all[3].pairs.size(), 1);
  EXPECT_EQ(all[3].pairs[0].answer, "A");
  EXPECT_EQ(all[3].pairs[0].text, "t");
  EXPECT_EQ(all[4].label, "Conflicting Evidence/Cherrypicking");
}

TEST(Predictions, TellMalformedLabels) {
  const auto all = read("cr2024plus", R"([{"id": 0, "label": "Misleading."},
    {"id": 1, "label": "I can't say"}, {"id": 2, "label": 4}, {"id": 3, "label": " "}, {"id": 4},
    {"id": 5, "label": {"a": 1}}])");
  EXPECT_EQ(all[0].label, "misleading");
  EXPECT_EQ(all[0].given, "Misleading.");
  for (const std::size_t malformed : {1, 2, 5}) {
    EXPECT_TRUE(all[malformed].malformed);
    EXPECT_EQ(all[malformed].label, "");
  }
  EXPECT_EQ(all[1].given, "I can't say");
  EXPECT_EQ(all[5].given, R"({"a":1})");
  EXPECT_FALSE(all[3].malformed);
  EXPECT_FALSE(all[4].malformed);
}

TEST(Predictions, AreCountedInAVariantsLabels) {
  const auto three = read("cr2024plus", R"({"id": 0, "label": "misleading"}
{"id": 1, "label": "TRUE"}
{"id": 2, "verdict": "not enough evidence"})",
                          "three");
  EXPECT_EQ(three[0].label, "False");
  EXPECT_EQ(three[1].label, "True");
  EXPECT_EQ(three[2].label, "Unproven");
  EXPECT_TRUE(read("rwpost", R"({"id": 0, "label": "Mixture"})")[0].malformed);
  EXPECT_EQ(read("rwpost", R"({"id": 0, "label": "Mixture"})", "challenge")[0].label, "Mixture");
  EXPECT_EQ(read("jsonl", R"({"id": 0, "label": "ooc"})", "verite")[0].malformed, true);
  EXPECT_EQ(read("jsonl", R"({"id": 0, "label": "out of context"})", "verite")[0].label,
            "out-of-context");
}

std::string error_of(const char* benchmark, const std::string& bytes) {
  try {
    read(benchmark, bytes);
  } catch (const core::InputError& error) {
    return error.what();
  }
  return {};
}

TEST(Predictions, DamagedAreToldOfWithTheirPlace) {
  EXPECT_THAT(error_of("verite", ""), HasSubstr("holds no prediction"));
  EXPECT_THAT(error_of("verite", "[]"), HasSubstr("holds no prediction"));
  EXPECT_THAT(error_of("verite", R"([{"label": "true"}])"),
              HasSubstr("row 1: neither `id` nor `claim_id`"));
  EXPECT_THAT(error_of("verite", "{\"id\": 1}\n\n{\"id\": \"1\"}"),
              HasSubstr("line 3: the id '1'"));
  EXPECT_THAT(error_of("verite", R"({"id": 1, "confidence": 1.5})"), HasSubstr("between 0 and 1"));
  EXPECT_THAT(error_of("verite", R"({"id": 1, "confidence": "high"})"), HasSubstr("not a number"));
  EXPECT_THAT(error_of("verite", R"({"id": 1, "confidence": NaN})"), HasSubstr("not valid JSON"));
  EXPECT_THAT(error_of("verite", R"({"id": 1, "pairs": 3})"), HasSubstr("`pairs` is not a list"));
  EXPECT_THAT(error_of("verite", R"({"id": 1, "evidence": [3]})"), HasSubstr("is not an object"));
  EXPECT_THAT(error_of("averitec", "id,label\n1,Refuted\n"), HasSubstr("needs: `evi`"));
  EXPECT_THAT(error_of("averitec", "id,evi,label\n1,,Refuted\n1,,Refuted\n"),
              HasSubstr("row 2 (line 3): the id '1' is that of"));
  EXPECT_THAT(error_of("averitec", "id,evi,label\n1,\"x,Refuted\n"), HasSubstr("do not balance"));
  EXPECT_THAT(error_of("averitec", "id,evi,label\n"), HasSubstr("holds no prediction"));
}

TEST(EvidenceCell, IsReadAndWritten) {
  EXPECT_THAT(read_evidence_cell(""), testing::IsEmpty());
  EXPECT_THAT(read_evidence_cell("Q\t\t\nA\t\t\n\n"), ElementsAre(std::pair("Q", "A")));
  EXPECT_THAT(read_evidence_cell("Q\t\t\nA\n\nB"), ElementsAre(std::pair("Q", "A\n\nB")));
  EXPECT_THAT(read_evidence_cell("Q"), ElementsAre(std::pair("Q", "")));
  EXPECT_EQ(write_evidence_cell({{" Q\t\t\nx ", "A"}}), " Q x \t\t\nA\t\t\n\n");
  const EvidenceCell pairs{{"a\tb\n", "\t\t\n"}, {"c\t\t\t\nd", "\ne"}};
  EXPECT_THAT(read_evidence_cell(write_evidence_cell(pairs)),
              ElementsAre(std::pair("a\tb\n", " "), std::pair("c\t d", "e")));
}

}  // namespace
}  // namespace assay::eval
