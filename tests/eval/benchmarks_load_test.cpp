#include <gmock/gmock.h>

#include "assay/core/error.h"
#include "eval/benchmarks/averitec_pairs.h"
#include "eval/benchmarks/benchmark.h"
#include "support/support.h"

namespace assay::eval {
namespace {

using core::Date;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Dataset load(std::string_view name, LoadOptions options) {
  return benchmark_named(name)->load(options);
}

std::vector<std::string> labels_of(const Dataset& dataset) {
  std::vector<std::string> labels;
  for (const auto& instance : dataset.instances) labels.push_back(instance.label);
  return labels;
}

std::vector<std::string> ids_of(const Dataset& dataset) {
  std::vector<std::string> ids;
  for (const auto& instance : dataset.instances) ids.push_back(instance.claim.id);
  return ids;
}

TEST(Benchmarks, AreFoundByName) {
  EXPECT_EQ(all_benchmarks().size(), 8);
  EXPECT_EQ(benchmark_named("AVeriTeC")->name(), "averitec");
  EXPECT_EQ(benchmark_named("claimreview2024+")->name(), "cr2024plus");
  EXPECT_EQ(benchmark_named("ClaimReview2024plus")->name(), "cr2024plus");
  EXPECT_EQ(benchmark_named("RW-Post")->name(), "rwpost");
  EXPECT_THROW(benchmark_named("fever"), core::UsageError);
  EXPECT_THROW(benchmark_named(""), core::UsageError);
  for (const auto& benchmark : all_benchmarks()) {
    EXPECT_THROW(benchmark->labels("no such"), core::InputError);
    EXPECT_FALSE(benchmark->labels().labels().empty());
    for (const auto& variant : benchmark->variants())
      EXPECT_FALSE(benchmark->labels(variant).labels().empty());
  }
}

constexpr const char* averitec_file = R"([
 {"claim": "The bridge fell in 2019.", "label": "refuted", "justification": "It stands.",
  "claim_date": "5-7-2020", "speaker": null, "original_claim_url": "https://a.example/post",
  "fact_checking_article": "https://check.example/bridge", "location_ISO_code": "DE",
  "questions": [
   {"question": "Did it fall?", "answers": [
     {"answer": "No", "answer_type": "Boolean", "boolean_explanation": "It was open on Monday.",
      "source_url": "https://news.example/1"},
     {"answer": "It stands.", "answer_type": "Extractive", "source_url": "https://news.example/2"}]},
   {"question": "Who said so?", "answers": [
     {"answer": "No answer could be found.", "answer_type": "Unanswerable", "source_url": ""}]},
   {"question": "Is it checked?", "answers": [
     {"answer": "It was.", "answer_type": "Abstractive",
      "source_url": "https://web.archive.org/web/20210101/http://www.check.example/bridge/"}]},
   {"question": "When?", "answers": []}]},
 {"claim": "Cats fly.", "label": "CONFLICTING EVIDENCE / Cherry-picking", "claim_date": "soon",
  "original_claim_url": "https://check.example/cats",
  "fact_checking_article": "https://check.example/cats", "questions": null}
])";

TEST(Averitec, ReadsEveryField) {
  const test::TempDir folder;
  test::write(folder / "dev.json", averitec_file);
  const auto data = load("averitec", {.data = folder.path()});
  ASSERT_EQ(data.instances.size(), 2);
  const auto& first = data.instances[0];
  EXPECT_EQ(first.claim.id, "0");
  EXPECT_EQ(first.id_json, "0");
  EXPECT_EQ(first.claim.text.to_string(), "The bridge fell in 2019.");
  EXPECT_EQ(first.claim.date, Date::of(2020, 7, 5));
  EXPECT_EQ(first.claim.speaker, "");
  EXPECT_EQ(first.claim.origin, "https://a.example/post");
  EXPECT_EQ(first.claim.place, "DE");
  EXPECT_EQ(first.label, "Refuted");
  EXPECT_EQ(first.justification, "It stands.");
  ASSERT_EQ(first.questions.size(), 4);
  EXPECT_EQ(first.questions[0].answers[0].explanation, "It was open on Monday.");
  EXPECT_EQ(first.questions[0].answers[1].type, "Extractive");
  ASSERT_EQ(first.evidence.size(), 2);  // neither the unanswered nor the fact-check's own
  EXPECT_EQ(first.evidence[0].id, "0-0-0");
  EXPECT_EQ(first.evidence[0].text, "Did it fall? No. It was open on Monday.");
  EXPECT_EQ(first.evidence[0].url, "https://news.example/1");
  EXPECT_EQ(first.evidence[1].id, "0-0-1");
  EXPECT_EQ(first.evidence[1].text, "It stands.");
  EXPECT_EQ(data.instances[1].label, "Conflicting Evidence/Cherrypicking");
  EXPECT_EQ(data.instances[1].claim.date, std::nullopt);
  EXPECT_EQ(data.instances[1].claim.origin, "");
  EXPECT_EQ(data.base, folder.path());
  EXPECT_THAT(data.warnings, testing::Contains(HasSubstr("dates that can't be read: 1")));
  EXPECT_THAT(data.warnings, testing::Contains(HasSubstr("which are no evidence: 1")));
}

TEST(Averitec, HasTheTextsThatAreCompared) {
  const test::TempDir folder;
  test::write(folder / "gold.json", averitec_file);
  const auto data = load("averitec", {.data = folder / "gold.json"});
  EXPECT_THAT(question_strings(data.instances[0]),
              ElementsAre("Did it fall?", "Who said so?", "Is it checked?", "When?"));
  EXPECT_THAT(pair_strings(data.instances[0]),
              ElementsAre("Did it fall? No. It was open on Monday.", "Did it fall? It stands.",
                          "Who said so? No answer could be found.", "Is it checked? It was.",
                          "When? No answer could be found."));
}

TEST(Averitec, ReadsTheNewerGoldForm) {
  const test::TempDir folder;
  test::write(
      folder / "dev.csv",
      "id,claim,evi,label,split\r\n7,A claim.,\"Q1?\t\t\nYes. So it is.\t\t\n\nQ1?\t\t\nA "
      "b.\t\t\n\nQ2?\t\t\nNo answer could be found.\t\t\n\n\",Not Enough Evidence,gold\r\n");
  const auto data = load("averitec", {.data = folder.path(), .split = "dev"});
  ASSERT_EQ(data.instances.size(), 1);
  const auto& claim = data.instances[0];
  EXPECT_EQ(claim.claim.id, "7");
  EXPECT_EQ(claim.id_json, "7");
  EXPECT_EQ(claim.label, "Not Enough Evidence");
  EXPECT_THAT(question_strings(claim), ElementsAre("Q1?", "Q2?"));
  EXPECT_THAT(pair_strings(claim),
              ElementsAre("Q1? Yes. So it is.", "Q1? A b.", "Q2? No answer could be found."));
  ASSERT_EQ(claim.evidence.size(), 2);
  EXPECT_EQ(claim.evidence[0].text, "Q1? Yes. So it is.");
}

TEST(Averitec, TestSplitHasNoLabels) {
  const test::TempDir folder;
  test::write(folder / "test.json", R"([{"claim": "A."}, {"claim": "B.", "label": null}])");
  EXPECT_THAT(labels_of(load("averitec", {.data = folder.path(), .split = "test"})),
              ElementsAre("", ""));
  EXPECT_THROW(load("averitec", {.data = folder.path(), .split = "../test"}), core::InputError);
  EXPECT_THROW(load("averitec", {.data = folder.path(), .split = "dev"}), core::InputError);
  EXPECT_THROW(load("averitec", {.data = folder / "none"}), core::InputError);
}

TEST(Averimatec, ReadsEveryField) {
  const test::TempDir folder;
  test::write(folder / "val.json", R"([
   {"claim_text": "The picture shows Rome.", "claim_images": ["a.jpg", "images/b.jpg"],
    "label": "Supported", "date": "2024-03-01T10:00:00Z", "location": "IT",
    "metadata": {"speaker": "Ann", "original_claim_url": "https://x.example/1"},
    "article": "https://check.example/1", "justification": "It does.",
    "questions": [{"question": "Where is it?", "input_images": ["a.jpg"], "answers": [
      {"answer_text": "Rome", "answer_type": "Extractive", "source_url": "https://n.example"},
      {"answer_text": "", "answer_type": "Image", "image_answers": ["c.jpg"]}]}]},
   {"claim_text": "B", "date": "March 2024"}])");
  const auto data = load("averimatec", {.data = folder.path()});
  ASSERT_EQ(data.instances.size(), 2);
  const auto& claim = data.instances[0];
  EXPECT_THAT(claim.image_files, ElementsAre("images/a.jpg", "images/b.jpg"));
  EXPECT_EQ(claim.claim.date, Date::of(2024, 3, 1));
  EXPECT_EQ(claim.claim.speaker, "Ann");
  EXPECT_EQ(claim.claim.place, "IT");
  EXPECT_EQ(claim.claim.origin, "https://x.example/1");
  EXPECT_EQ(claim.label, "Supported");
  EXPECT_THAT(claim.questions[0].images, ElementsAre("images/a.jpg"));
  EXPECT_THAT(claim.questions[0].answers[1].images, ElementsAre("images/c.jpg"));
  ASSERT_EQ(claim.evidence.size(), 2);
  EXPECT_EQ(claim.evidence[0].text, "Rome");
  EXPECT_THAT(claim.evidence[1].images, ElementsAre("images/c.jpg"));
  EXPECT_EQ(data.instances[1].claim.date, std::nullopt);
  EXPECT_THAT(data.warnings, testing::Contains(HasSubstr("row 2: 'March 2024'")));
  EXPECT_THAT(data.warnings, testing::Contains(HasSubstr("pictures that are not there: 2")));
}

TEST(Mocheg, KeepsTheFirstRowOfAClaimAndAllItsEvidence) {
  const test::TempDir folder;
  std::filesystem::create_directories(folder / "test/images");
  for (const char* name : {"12-2.jpg", "12-1.jpg", "123-1.jpg"})
    test::write(folder / "test/images" / name, "x");
  test::write(folder / "test/Corpus2.csv",
              "claim_id,Claim,Evidence,cleaned_truthfulness,ruling_outline,x\n"
              "12,First &amp; best.,<p>One <b>thing</b></p>,Supported,It is so.,1\n"
              "12,Another text.,two < three,refuted,,2\n"
              "13,No outline.,e,refuted,,3\n"
              "14,Third.,,nei,\"Not, known\",4\n");
  const auto data = load("mocheg", {.data = folder.path()});
  EXPECT_THAT(ids_of(data), ElementsAre("12", "14"));
  EXPECT_THAT(labels_of(data), ElementsAre("supported", "NEI"));
  const auto& claim = data.instances[0];
  EXPECT_EQ(claim.claim.text.to_string(), "First & best.");
  EXPECT_EQ(claim.justification, "It is so.");
  EXPECT_THAT(claim.image_files, IsEmpty());
  ASSERT_EQ(claim.evidence.size(), 2);
  EXPECT_EQ(claim.evidence[0].text, "One thing");
  EXPECT_EQ(claim.evidence[1].text, "two < three");
  EXPECT_THAT(claim.evidence[0].images, ElementsAre("images/12-1.jpg", "images/12-2.jpg"));
  EXPECT_THAT(data.instances[1].evidence, IsEmpty());
  EXPECT_EQ(data.base, folder / "test");
  EXPECT_THAT(data.warnings, ElementsAre(HasSubstr("without `ruling_outline` left out: 1")));
}

std::string verite_file(const std::string& words_of_249) {
  return ",caption,image_path,label\n"
         "248,A.,images/false_82.jpg,out-of-context\n"
         "249,Seen at " +
         words_of_249 +
         " then.,images/true_83.jpg,true\n"
         "250,Seen at the Area 51 Raid then.,images/true_83.jpg,miscaptioned\n"
         "745,After hiring Crystal Clanton.,images/true_251.jpg,true\n"
         "753,An armoured man.,images/false_253.jpg,out-of-context\n";
}

TEST(Verite, HandlesItsKnownFaults) {
  const test::TempDir folder;
  test::write(folder / "VERITE.csv", verite_file("In His Name Ministries"));
  const auto kept = load("verite", {.data = folder.path()});
  EXPECT_THAT(ids_of(kept), ElementsAre("248", "249", "250", "745", "753"));
  EXPECT_THAT(labels_of(kept),
              ElementsAre("out-of-context", "true", "miscaptioned", "true", "out-of-context"));
  EXPECT_EQ(kept.instances[0].note, "");
  EXPECT_NE(kept.instances[1].note, "");
  EXPECT_EQ(kept.instances[1].group, "83");
  EXPECT_EQ(kept.instances[1].group, kept.instances[2].group);
  EXPECT_THAT(kept.instances[1].image_files, ElementsAre("images/true_83.jpg"));
  EXPECT_THAT(kept.warnings, ElementsAre(HasSubstr("pictures that are not there: 5")));
  EXPECT_THAT(ids_of(load("verite", {.data = folder.path(), .faults = Faults::drop})),
              ElementsAre("248"));
  EXPECT_THAT(
      labels_of(load("verite", {.data = folder.path(), .faults = Faults::correct})),
      ElementsAre("out-of-context", "miscaptioned", "true", "out-of-context", "out-of-context"));
}

TEST(Verite, LeavesAnotherEditionsRowsAlone) {
  const test::TempDir folder;
  test::write(folder / "VERITE.csv", verite_file("a fair"));
  const auto file = folder / "VERITE.csv";
  EXPECT_THAT(ids_of(load("verite", {.data = file, .faults = Faults::drop})),
              ElementsAre("248", "249"));
  EXPECT_EQ(load("verite", {.data = file, .faults = Faults::correct}).instances[1].label, "true");
}

TEST(ClaimReview, HasFourLabelsOrThree) {
  const test::TempDir folder;
  test::write(folder / "test.json", R"([
   {"text": "A <image:1> and <image:9>", "image": ["./images/1.png"], "label": "misleading",
    "date": "2024-05-06T00:00:00Z", "author": "Bo"},
   {"text": "B", "image": [], "label": "Supported"},
   {"text": "C", "label": "refuted"}, {"text": "D", "label": "not_enough_information"}])");
  const auto four = load("cr2024plus", {.data = folder.path()});
  EXPECT_THAT(labels_of(four),
              ElementsAre("misleading", "supported", "refuted", "not enough information"));
  EXPECT_EQ(four.instances[0].claim.text.to_string(), "A [image:1] and <image:9>");
  EXPECT_THAT(four.instances[0].image_files, ElementsAre("images/1.png"));
  EXPECT_EQ(four.instances[0].claim.speaker, "Bo");
  EXPECT_EQ(four.instances[0].claim.date, Date::of(2024, 5, 6));
  EXPECT_THAT(labels_of(load("cr2024plus", {.data = folder.path(), .variant = "three"})),
              ElementsAre("False", "True", "False", "Unproven"));
}

TEST(NewsClippings, JoinsCaptionsAndPicturesOfVisualNews) {
  const test::TempDir folder;
  const auto annotations = folder / "news_clippings/data/merged_balanced";
  std::filesystem::create_directories(annotations);
  std::filesystem::create_directories(folder / "visual_news/origin/bbc");
  test::write(folder / "visual_news/origin/bbc/1.jpg", "x");
  test::write(annotations / "test.json", R"({"version": {"a": [1, {"b": 2}]}, "annotations": [
    {"id": 11, "image_id": 11, "falsified": false, "similarity_score": 0.5},
    {"id": 11, "image_id": "22", "falsified": true}], "more": [{"id": 3}]})");
  test::write(folder / "visual_news/origin/data.json", R"([
    {"id": 11, "caption": "A minister speaks.", "image_path": "./bbc/1.jpg", "topic": "x"},
    {"id": 12, "caption": null, "image_path": "./bbc/0.jpg"},
    {"image_path": "./bbc/2.jpg", "id": 22, "caption": "A \"storm\"."}])");
  const auto data = load("newsclippings", {.data = folder.path()});
  EXPECT_THAT(ids_of(data), ElementsAre("0", "1"));
  EXPECT_THAT(labels_of(data), ElementsAre("pristine", "falsified"));
  EXPECT_EQ(data.instances[1].claim.text.to_string(), "A minister speaks.");
  EXPECT_THAT(data.instances[1].image_files, ElementsAre("bbc/2.jpg"));
  EXPECT_EQ(data.base, folder / "visual_news/origin");
  EXPECT_THAT(data.warnings, ElementsAre(HasSubstr("pictures that are not there: 1")));
}

constexpr const char* rwpost_file = R"([
 {"id": "p1", "claim": "The post says so.", "date": "2023-01-02", "label": "false",
  "post": {"text": "Look!", "images": ["i/1.jpg"], "url": "https://x.example", "author": "Cy",
           "date": "2022-12-31"},
  "reasoning": {"overview": "It is wrong.", "key_points": [
     {"text": "The picture is old.", "evidence": ["e1"]}, {"text": "More.", "evidence": ["e9"]}]},
  "evidence": [{"id": "e1", "text": "Taken in 2010.", "url": "https://n.example", "title": "T",
                "date": "2010-05-06"}]},
 {"id": "p2", "claim": "B", "label": "Mixture"}, {"id": "p3", "claim": "C", "label": "Outdated"}])";

TEST(RwPost, ReadsEveryField) {
  const test::TempDir folder;
  test::write(folder / "test.json", rwpost_file);
  const auto data = load("rwpost", {.data = folder.path()});
  ASSERT_EQ(data.instances.size(), 1);
  const auto& claim = data.instances[0];
  EXPECT_EQ(claim.id_json, "\"p1\"");
  EXPECT_EQ(claim.claim.post, "Look!");
  EXPECT_EQ(claim.claim.origin, "https://x.example");
  EXPECT_EQ(claim.claim.speaker, "Cy");
  EXPECT_EQ(claim.claim.date, Date::of(2023, 1, 2));
  EXPECT_EQ(claim.label, "False");
  EXPECT_EQ(claim.justification, "It is wrong.\nThe picture is old.\nMore.");
  EXPECT_THAT(claim.image_files, ElementsAre("i/1.jpg"));
  ASSERT_EQ(claim.evidence.size(), 1);
  EXPECT_EQ(claim.evidence[0].published, Date::of(2010, 5, 6));
  EXPECT_EQ(claim.evidence[0].title, "T");
  EXPECT_THAT(data.warnings, testing::Contains(HasSubstr("labels left out: 2")));
  EXPECT_THAT(data.warnings, testing::Contains(HasSubstr("evidence that is not there: 1")));
  EXPECT_THAT(labels_of(load("rwpost", {.data = folder.path(), .variant = "challenge"})),
              ElementsAre("False", "Mixture", "Outdated"));
  EXPECT_EQ(benchmark_named("rwpost")->labels("challenge").find("Outdated")->verdict,
            core::Verdict::refuted);
}

TEST(OwnClaims, AreThoseOfABatchWithLabels) {
  const test::TempDir folder;
  test::write(folder / "c.jsonl",
              "\xEF\xBB\xBF{\"id\": 5, \"claim\": \"A\", \"label\": \"Not enough evidence\", "
              "\"date\": \"2024-01-02\", \"speaker\": \"S\", \"url\": \"https://u\", \"place\": "
              "\"P\", \"post\": \"Q\", \"images\": [\"../x.jpg\", \"data:image/png;base64,AA\"], "
              "\"group\": \"g\", \"justification\": \"J\", \"evidence\": [{\"text\": \"E\", "
              "\"images\": [{\"file\": \"y.jpg\"}]}], \"questions\": [{\"question\": \"W?\"}]}\r\n"
              "\r\n"
              "{\"text\": \"B\"}");
  const auto data = load("jsonl", {.data = folder / "c.jsonl"});
  EXPECT_THAT(ids_of(data), ElementsAre("5", "claim-3"));
  EXPECT_THAT(labels_of(data), ElementsAre("not enough evidence", ""));
  const auto& claim = data.instances[0];
  EXPECT_EQ(claim.claim.place, "P");
  EXPECT_EQ(claim.claim.post, "Q");
  EXPECT_EQ(claim.group, "g");
  EXPECT_EQ(claim.justification, "J");
  EXPECT_EQ(claim.evidence.at(0).id, "evidence-1");
  EXPECT_THAT(claim.evidence.at(0).images, ElementsAre("y.jpg"));
  EXPECT_EQ(claim.questions.at(0).question, "W?");
  EXPECT_THROW(load("jsonl", {.data = folder / "c.jsonl", .variant = "verite"}), core::InputError);
}

}  // namespace
}  // namespace assay::eval
