#include <gmock/gmock.h>

#include "assay/core/error.h"
#include "eval/benchmarks/benchmark.h"
#include "support/support.h"

namespace assay::eval {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// What loading a file of these bytes says, without its folder; empty where nothing is wrong.
std::string error_of(std::string_view benchmark, const std::string& bytes,
                     const std::string& file = "f.json") {
  const test::TempDir folder;
  test::write(folder / file, bytes);
  try {
    benchmark_named(benchmark)->load({.data = folder / file});
  } catch (const core::InputError& error) {
    std::string message = error.what();
    const auto prefix = folder.path().string() + "/";
    for (auto at = message.find(prefix); at != std::string::npos; at = message.find(prefix))
      message.erase(at, prefix.size());
    return message;
  }
  return {};
}

TEST(DamagedBenchmark, SaysFileAndRowInOneLine) {
  const struct {
    const char* benchmark;
    std::string bytes;
    const char* said;
  } cases[] = {
      {"averitec", R"([{"claim": "A"}, {"claim": 7}])", "'f.json' row 2: `claim` is not a text"},
      {"averitec", R"([{"claim": "A"}, {"claim": "B", "label": "Perhaps"}])",
       "'f.json' row 2: the label 'Perhaps' is none of Supported, Refuted"},
      {"averitec", R"([{"claim": "A"}, {"claim": "B")", "'f.json' row 2: not valid JSON"},
      {"averitec", R"([{"claim": "A"}, {"claim": NaN}])", "'f.json' row 2: not valid JSON"},
      {"averitec", R"([{"claim": "A", "x": 1e999}])", "'f.json' row 1: not valid JSON"},
      {"averitec", "[{\"claim\": \"\xFF\"}]", "'f.json' row 1: not valid JSON"},
      {"averitec", R"([{"claim": "A"}, 3])", "'f.json' row 2: not a JSON object"},
      {"averitec", R"([{"claim": "A"}, [3]])", "'f.json' row 2: not a JSON object"},
      {"averitec", R"([{"id": 1, "claim": "A"}, {"id": "1", "claim": "B"}])",
       "'f.json' row 2: the id '1' is that of 'f.json' row 1 too"},
      {"averitec", R"([{"claim": "A", "questions": {}}])", "row 1: `questions` is not a list"},
      {"averitec", R"([{"claim": "A", "questions": [3]}])", "row 1: a question is not an object"},
      {"averitec", R"([{"claim": "A", "questions": [{"answers": ["x"]}]}])",
       "row 1: an answer is not an object"},
      {"averitec", R"([{"id": 1.5, "claim": "A"}])", "`id` is neither a text nor a whole number"},
      {"averitec", R"([{"id": "", "claim": "A"}])", "`id` is empty"},
      {"averitec", R"([{"claim": " \n"}])", "row 1: no claim text in `claim`"},
      {"averitec", "[{\"claim\": \"" + std::string(100'001, 'a') + "\"}]", "the claim is longer"},
      {"averitec", R"({"claim": "A"})", "'f.json' is not a JSON array"},
      {"averitec", "[]", "'f.json' holds no claim that can be used"},
      {"averitec", "", "'f.json' has no header"},
      {"averitec", "id,claim,label\n1,A,Refuted\n", "has not the columns it needs: `evi`"},
      {"averitec", "id,claim,evi,label\n1,A,,Refuted\n,B,,Refuted\n",
       "'f.json' row 2 (line 3): the id is empty"},
      {"averitec", "[{\"claim\": \"A\", \"x\": " + std::string(100'000, '[') + "}]",
       "row 1: nested too deeply"},
      {"averitec", "[" + std::string(1'000'000, '['), "row 1: nested too deeply"},
      {"averitec",
       "[{\"claim\": \"A\", \"x\": [" +
           [] {
             std::string values;
             for (int i = 0; i < 1'000'001; ++i) values += "1,";
             return values;
           }(),
       "row 1: too many values"},
      {"averimatec", R"([{"claim_text": "A", "claim_images": ["../../x"]}])",
       "'../../x' is no path below"},
      {"averimatec", R"([{"claim_text": "A", "claim_images": ["/etc/x"]}])", "is no path below"},
      {"averimatec", R"([{"claim_text": "A", "claim_images": [1]}])",
       "`claim_images` is not a text"},
      {"averimatec", R"([{"claim_text": "A", "metadata": 3}])", "`metadata` is not an object"},
      {"mocheg", "claim_id,Claim\n1,A\n", "columns it needs: `cleaned_truthfulness`"},
      {"mocheg",
       "claim_id,Claim,cleaned_truthfulness,ruling_outline\n1,A,supported,x\n2,B,supported\n",
       "'f.json' row 2 (line 3): 3 cells where the header has 4"},
      {"mocheg", "claim_id,Claim,cleaned_truthfulness,ruling_outline\n1,A,maybe,x\n",
       "row 1 (line 2): the label 'maybe'"},
      {"verite", ",caption,image_path,label\n0,\"A,i.jpg,true\n",
       "row 1 (line 2): the quotes do not balance"},
      {"verite", ",caption,image_path,label\n0,A,i.jpg,true\n0,B,i.jpg,true\n",
       "the id '0' is that of"},
      {"verite", ",caption,image_path,label\n0,A\xC3,i.jpg,true\n", "row 1 (line 2): not UTF-8"},
      {"cr2024plus", R"([{"text": "A", "label": "un\nknown"}])", "the label 'un"},
      {"rwpost", R"([{"claim": "A", "evidence": [{"id": 1}, {"id": "1"}]}])",
       "the id '1' comes twice in `evidence`"},
      {"rwpost", R"([{"claim": "A", "reasoning": {"key_points": [1]}}])",
       "a key point is not an object"},
      {"jsonl", "{\"claim\": \"A\"}\n{\"claim\": \"B\"\n", "'f.json' line 2: not valid JSON"},
      {"jsonl", "{\"claim\": \"A\"}\n[]\n", "'f.json' line 2: not a JSON object"},
      {"jsonl", R"({"claim": "A", "date": "soon"})", "line 1: `date` is not a date: 'soon'"},
      {"jsonl", "\n \n", "holds no claim"},
      {"newsclippings", "{}", "VisualNews's 'origin/data.json' is not near"},
  };
  for (const auto& one : cases)
    EXPECT_THAT(error_of(one.benchmark, one.bytes),
                AllOf(HasSubstr(one.said), Not(HasSubstr("\n"))))
        << one.benchmark << ": " << one.bytes.substr(0, 100);
}

TEST(DamagedBenchmark, RowsCanBeLeftOut) {
  const test::TempDir folder;
  const auto kept = [&](const char* benchmark, const std::string& bytes) {
    test::write(folder / "f", bytes);
    return benchmark_named(benchmark)->load({.data = folder / "f", .skip_bad = true});
  };
  const auto array = kept("averitec", R"([{"claim": 1}, 2, {"claim": "A"}, {"claim": "B"}])");
  ASSERT_EQ(array.instances.size(), 2);
  EXPECT_EQ(array.instances[0].claim.id, "2");
  EXPECT_THAT(array.warnings,
              testing::ElementsAre(HasSubstr("row 1: `claim`"), HasSubstr("row 2: not a JSON"),
                                   HasSubstr("rows left out: 2")));
  EXPECT_EQ(kept("jsonl", "{\"claim\"\n{\"claim\": \"A\"}\n").instances.size(), 1);
  EXPECT_EQ(kept("verite", ",caption,image_path,label\n0,A\n1,B,i.jpg,true\n").instances.size(), 1);
  EXPECT_EQ(
      kept("mocheg", "claim_id,Claim,cleaned_truthfulness,ruling_outline\n,A,NEI,x\n2,B,NEI,x\n")
          .instances.size(),
      1);
  std::string many = "[";
  for (int i = 0; i < 100; ++i) many += "3,";
  EXPECT_EQ(kept("averitec", many + R"({"claim": "A"}])").warnings.size(), 21);
  EXPECT_THROW(kept("averitec", "[1]"), core::InputError);
}

std::string news_error(const std::string& annotations, const std::string& news) {
  const test::TempDir folder;
  std::filesystem::create_directories(folder / "origin");
  test::write(folder / "test.json", annotations);
  test::write(folder / "origin/data.json", news);
  try {
    benchmark_named("newsclippings")->load({.data = folder.path()});
  } catch (const core::InputError& error) {
    return error.what();
  }
  return {};
}

TEST(DamagedBenchmark, OfTwoFilesNamesTheOneThatIsWrong) {
  const std::string good = R"({"annotations": [{"id": 1, "image_id": 1, "falsified": true}]})";
  const std::string news = R"([{"id": 1, "caption": "A", "image_path": "./a.jpg"}])";
  EXPECT_EQ(news_error(good, news), "");
  EXPECT_THAT(news_error("{}", news), HasSubstr("is not a JSON object with a list `annotations`"));
  EXPECT_THAT(news_error(R"({"annotations": {"a": 1}})", news), HasSubstr("with a list"));
  EXPECT_THAT(news_error(R"({"annotations": [{"id": 1}]})", news),
              HasSubstr("test.json' row 1: no `id` or no `image_id`"));
  EXPECT_THAT(news_error(R"({"annotations": [{"id": 1, "image_id": 1, "falsified": 1}]})", news),
              HasSubstr("row 1: `falsified` is not true or false"));
  EXPECT_THAT(news_error(R"({"annotations": [{"id": 2, "image_id": 1}]})", news),
              HasSubstr("test.json' row 1: VisualNews has no item '2'"));
  EXPECT_THAT(news_error(good, "[{\"id\": 1, \"caption\": \"A\", \"image_path\": \"../a\"}]"),
              HasSubstr("data.json' row 1: the picture '../a' is no path"));
  EXPECT_THAT(news_error(good, R"([{"id": 1, "caption": 3}])"),
              HasSubstr("data.json' row 1: `caption` is not a text"));
  EXPECT_THAT(news_error(good, R"([{"id": 1, "caption")"), HasSubstr("data.json' row"));
  EXPECT_THAT(news_error(good, R"([{"id": 1}, {"id": -1}])"),
              HasSubstr("data.json' row 2: not valid JSON"));
  EXPECT_THAT(news_error(good, "[1]"), HasSubstr("data.json' row"));
  EXPECT_THAT(news_error(good, ""), HasSubstr("data.json' row"));
  EXPECT_THAT(news_error(good, std::string(100'000, '[')), HasSubstr("data.json' row"));
}

}  // namespace
}  // namespace assay::eval
