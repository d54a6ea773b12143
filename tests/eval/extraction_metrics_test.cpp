#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "assay/core/error.h"
#include "eval/extraction_score.h"
#include "support/support.h"

namespace assay::eval {
namespace {

using testing::HasSubstr;

class ExtractionMetricsTest : public testing::Test {
 protected:
  std::filesystem::path file(const std::string& text) {
    const auto path = folder_ / "file";
    test::write(path, text);
    return path;
  }
  core::Json score(const std::string& extractions, const std::string& annotations) {
    const auto given = read_extractions(file(extractions));
    return extraction_metrics(given, read_annotations(file(annotations)));
  }
  std::string bad(bool annotations, const std::string& text) {
    const auto path = file(text);
    try {
      if (annotations)
        read_annotations(path);
      else
        read_extractions(path);
    } catch (const core::InputError& error) {
      const std::string line = error.what();
      EXPECT_EQ(line.find('\n'), line.npos) << line;
      EXPECT_THAT(line, HasSubstr("file'"));
      return line;
    }
    ADD_FAILURE() << "no error for " << text.substr(0, 80);
    return {};
  }

  test::TempDir folder_;
};

TEST_F(ExtractionMetricsTest, StringsOfAllPagesTogether) {
  const auto json = score(
      R"({"file": "pages/a.html", "text": "One  two\n\nthree. Imprint", "title": " The  Title ", "author": "A. B.", "published": "2020-01-02T10:00:00Z"}
{"file": "b.html", "text": "Four", "title": "Other", "date": "2020-01-04"}
{"file": "c.html", "error": "no page"}
{"file": "stranger.html", "text": "Imprint"}
)",
      R"([{"file": "a.html", "with": ["two three.", "missing"], "without": ["Imprint", "Contact"],
           "title": "The Title", "author": ["A. B."], "date": "2020-01-02"},
          {"file": "b.html", "with": ["Four"], "without": [], "title": "Title", "date": "2020-01-03"},
          {"file": "c.html", "with": ["Five"], "without": ["Imprint"], "url": "u"}])");
  EXPECT_EQ(json.at("pages"), 3);
  EXPECT_EQ(json.at("missing"), 1);
  EXPECT_EQ(json.at("found"), 2);
  EXPECT_EQ(json.at("absent"), 2);
  EXPECT_EQ(json.at("wrong"), 1);
  EXPECT_DOUBLE_EQ(json.at("precision").get<double>(), 2.0 / 3);
  EXPECT_DOUBLE_EQ(json.at("recall").get<double>(), 0.5);
  EXPECT_DOUBLE_EQ(json.at("f1").get<double>(), 4.0 / 7);
  EXPECT_EQ(json.at("title"), 0.5);
  EXPECT_EQ(json.at("author"), 1.0);
  EXPECT_EQ(json.at("date"), 0.5);
}

TEST_F(ExtractionMetricsTest, WhiteSpaceAndInvisibleCharactersDoNotCount) {
  const auto json =
      score("{\"file\": \"a\", \"text\": \"One\\u00a0\\u2003two sof\\u00adt \\u200b\"}",
            R"([{"file": "a", "with": ["One two soft"]}])");
  EXPECT_EQ(json.at("f1"), 1.0);
  EXPECT_TRUE(json.at("title").is_null());
  EXPECT_TRUE(json.at("author").is_null());
  EXPECT_TRUE(json.at("date").is_null());
}

TEST_F(ExtractionMetricsTest, NothingExtractedIsZero) {
  const auto json = score("[]", R"([{"file": "a", "with": ["One"], "without": ["Two"]}])");
  EXPECT_EQ(json.at("missing"), 1);
  EXPECT_EQ(json.at("f1"), 0.0);
}

TEST_F(ExtractionMetricsTest, BadFilesAreNamed) {
  EXPECT_THAT(
      bad(false, "{\"file\": \"a\", \"text\": \"x\"}\n{\"file\": \"b/a\", \"text\": \"x\"}"),
      HasSubstr("comes twice"));
  EXPECT_THAT(bad(true, R"([{"file": "a"}, {"file": "a"}])"), HasSubstr("comes twice"));
  EXPECT_THAT(bad(true, R"([{"file": "a", "with": [" "]}])"), HasSubstr("empty string"));
  EXPECT_THAT(bad(true, "[]"), HasSubstr("no page"));
  EXPECT_THAT(bad(true, R"([{"with": ["x"]}])"), HasSubstr("`file`"));
  for (const bool annotations : {false, true}) {
    bad(annotations, "words");
    bad(annotations, "[1]");
    bad(annotations, "[{\"file\": \"a\"");
    bad(annotations, "{\"file\": 3}");
    bad(annotations, "{\"file\": \"a\xFF\"}");
    bad(annotations, R"([{"file": "dir/"}])");
    bad(annotations, R"([{"file": "a", "title": ["x"]}])");
    bad(annotations, std::string(100'000, '['));
  }
  bad(false, R"([{"file": "a", "text": 7}])");
  bad(true, R"([{"file": "a", "with": "x"}])");
  bad(true, R"([{"file": "a", "with": [7]}])");
  EXPECT_THROW(read_annotations(folder_ / "missing"), core::InputError);
}

TEST_F(ExtractionMetricsTest, ThePagesAnnotationsAreRead) {
  const auto shared = test::shared_dir();
  if (!shared) GTEST_SKIP() << test::shared_missing;
  const auto pages = read_annotations(*shared / "data" / "extraction" / "annotations.json");
  EXPECT_GT(pages.size(), 10U);
  PageExtractions all;
  for (const auto& [name, page] : pages) {
    auto& extraction = all[name];
    for (const auto& text : page.with) extraction.text += text + "\n";
    extraction.title = page.title.value_or("");
    extraction.author = page.author.value_or("");
    extraction.date = page.date.value_or("");
  }
  const auto json = extraction_metrics(all, pages);
  EXPECT_EQ(json.at("recall"), 1.0);
  EXPECT_EQ(json.at("title"), 1.0);
  EXPECT_EQ(json.at("author"), 1.0);
  EXPECT_EQ(json.at("date"), 1.0);
}

}  // namespace
}  // namespace assay::eval
