#include "cli/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "assay/core/error.h"
#include "assay/core/record.h"
#include "support/support.h"

namespace assay::cli {
namespace {

using core::EntryType;
using core::Json;
using testing::HasSubstr;

std::string line(EntryType type, const Json& value) {
  core::Entry entry;
  entry.type = type;
  entry.value = value.dump();
  return Json(entry).dump() + "\n";
}

// The record of a finished check, or of one that was stopped before its verdict.
std::string record_of(const std::string& id, const std::string& verdict, bool finished = true) {
  std::string text = line(EntryType::start, {{"schema", 1}, {"program", "assay"}}) +
                     line(EntryType::claim, {{"id", id}, {"text", "The claim " + id}});
  if (!finished) return text;
  return text +
         line(EntryType::judgement,
              {{"verdict", verdict}, {"label", verdict}, {"confidence", 0.75}}) +
         line(EntryType::end, Json::object());
}

struct Rendered {
  std::string out, notices;
};
Rendered render(const std::filesystem::path& run, ReportFormat format) {
  Rendered rendered;
  render_run(
      run, format, [&](std::string_view text) { rendered.out += text; },
      [&](std::string_view text) { rendered.notices += text; });
  return rendered;
}

TEST(Report, RendersASingleCheck) {
  const test::TempDir run;
  test::write(run / "record.jsonl", record_of("c1", "refuted"));
  EXPECT_THAT(render(run.path(), ReportFormat::markdown).out,
              testing::StartsWith("# Refuted, 75 % confidence\n"));
  const auto json = Json::parse(render(run.path(), ReportFormat::json).out);
  EXPECT_EQ(json["claim"]["id"], "c1");
  EXPECT_EQ(json["verdict"], "refuted");
  EXPECT_EQ(json["record"], (run / "record.jsonl").string());
}

TEST(Report, DropsADamagedLastLineWithANotice) {
  const test::TempDir run;
  test::write(run / "record.jsonl", record_of("c1", "refuted") + "{\"type\":\"warn");
  const auto rendered = render(run.path(), ReportFormat::markdown);
  EXPECT_THAT(rendered.out, testing::StartsWith("# Refuted"));
  EXPECT_THAT(rendered.notices, HasSubstr("damaged"));
}

TEST(Report, NamesADamagedLineInTheMiddle) {
  const test::TempDir run;
  test::write(run / "record.jsonl", "{\"type\":\n" + record_of("c1", "refuted"));
  try {
    render(run.path(), ReportFormat::markdown);
    FAIL() << "a damaged record was rendered";
  } catch (const core::InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("line 1"));
  }
}

class BatchReport : public testing::Test {
 protected:
  BatchReport() {
    add("b", record_of("b", "supported"));
    add("a", record_of("a", "refuted"));
    add("z-folder", record_of("failed one", "", false));
    add("late", record_of("late", "conflicting"));
    test::write(run_ / "claims/a/report.md", "x");
    test::write(run_ / "results.jsonl",
                "{\"claim_id\":\"b\",\"record\":\"/moved/claims/b/record.jsonl\"}\n"
                "{\"claim_id\":\"failed one\",\"error\":\"the disk is full\"}\n"
                "{\"claim_id\":7,\"error\":\"bad claim\"}\n"
                "no json\n"
                "{\"claim_id\":\"a\",\"record\":\"/moved/claims/a/record.jsonl\"}\n"
                "{\"claim_id\":\"x\",\"record\":\"/etc/passwd/..\"}\n");
  }
  void add(const std::string& folder, const std::string& record) {
    test::write(run_ / ("claims/" + folder + "/record.jsonl"), record);
  }
  test::TempDir run_;
};

TEST_F(BatchReport, ListsTheClaimsInTheOrderOfTheResults) {
  const auto text = render(run_.path(), ReportFormat::markdown).out;
  EXPECT_THAT(text,
              testing::StartsWith("# 6 claims: 1 supported, 1 refuted, 1 conflicting, 3 without"));
  const std::vector<std::string> rows{
      "| b | supported | 75 % | The claim b |  |\n",
      "| failed one | failed: the disk is full |  | The claim failed one |  |\n",
      "| 7 | failed: bad claim |  |  |  |\n",
      "| a | refuted | 75 % | The claim a | [report](<claims/a/report.md>) |\n",
      "| x | not finished |  |  |  |\n",
      "| late | conflicting | 75 % | The claim late |  |\n"};
  std::string together;
  for (const auto& row : rows) together += row;
  EXPECT_THAT(text, testing::EndsWith(together));
}

TEST_F(BatchReport, IsAListOfReportsInJson) {
  const auto json = Json::parse(render(run_.path(), ReportFormat::json).out);
  ASSERT_EQ(json.size(), 6U);
  EXPECT_EQ(json[0]["claim"]["id"], "b");
  EXPECT_EQ(json[1]["error"], "the disk is full");
  EXPECT_EQ(json[1]["claim"]["id"], "failed one");
  EXPECT_EQ(json[2], (Json{{"claim_id", "7"}, {"error", "bad claim"}}));
  EXPECT_EQ(json[5]["verdict"], "conflicting");
}

TEST(Report, RendersACheckAsHtml) {
  const test::TempDir run;
  test::write(run / "record.jsonl", record_of("c1", "refuted"));
  const auto page = render(run.path(), ReportFormat::html).out;
  EXPECT_THAT(page, testing::StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(page, HasSubstr("Refuted</h1>"));
  EXPECT_FALSE(std::filesystem::exists(run / "report.html"));
}

TEST_F(BatchReport, IsAnIndexWithWorkingLinksInHtml) {
  const auto rendered = render(run_.path(), ReportFormat::html);
  EXPECT_THAT(rendered.out, HasSubstr("6 claims checked"));
  EXPECT_THAT(rendered.out, HasSubstr("href=\"claims/b/report.html\""));
  EXPECT_THAT(rendered.out, HasSubstr("the disk is full"));
  EXPECT_THAT(rendered.notices, HasSubstr("wrote report.html beside the record of 4 claims"));
  for (const char* name : {"a", "b", "late", "z-folder"})
    EXPECT_THAT(test::read(run_ / ("claims/" + std::string(name) + "/report.html")),
                testing::StartsWith("<!DOCTYPE html>"))
        << name;
}

TEST_F(BatchReport, WritesOnlyThePagesThatAreOlderThanTheirRecords) {
  render(run_.path(), ReportFormat::html);
  const auto page = run_ / "claims/a/report.html";
  test::write(page, "kept");
  EXPECT_EQ(render(run_.path(), ReportFormat::html).notices, "");
  EXPECT_EQ(test::read(page), "kept");
  const auto record = std::filesystem::last_write_time(run_ / "claims/a/record.jsonl");
  std::filesystem::last_write_time(page, record - std::chrono::seconds(2));
  EXPECT_THAT(render(run_.path(), ReportFormat::html).notices, HasSubstr("1 claim "));
  EXPECT_THAT(test::read(page), HasSubstr("Refuted</h1>"));
}

TEST_F(BatchReport, LinksFromWhereTheIndexLies) {
  RenderOptions options;
  options.place = run_ / "pages";
  std::string page;
  render_run(
      run_.path(), ReportFormat::html, [&](std::string_view text) { page += text; },
      [](std::string_view) {}, options);
  EXPECT_THAT(page, HasSubstr("href=\"../claims/a/report.html\""));
}

TEST(Report, RefusesWhatIsNoRun) {
  const test::TempDir folder;
  EXPECT_THROW(render(folder.path(), ReportFormat::markdown), core::InputError);
  EXPECT_THROW(render(folder / "missing", ReportFormat::json), core::InputError);
  std::filesystem::create_directory(folder / "claims");
  EXPECT_THROW(render(folder.path(), ReportFormat::json), core::InputError);
}

}  // namespace
}  // namespace assay::cli
