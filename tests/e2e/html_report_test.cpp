#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "assay/core/record.h"
#include "io/sha256.h"
#include "support/support.h"

// `assay report --format html` as a user runs it, with pictures among the kept bytes.
namespace assay {
namespace {

using core::EntryType;
using core::Json;
namespace fs = std::filesystem;

// A plain BMP, which needs no library: blue, green and red of each pixel, rows from the bottom.
std::string bitmap(std::uint32_t width, std::uint32_t height) {
  const auto number = [](std::uint32_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 0xFF);
    return text;
  };
  const std::uint32_t row = (width * 3 + 3) / 4 * 4;
  std::string file = "BM" + number(54 + row * height, 4) + number(0, 4) + number(54, 4) +
                     number(40, 4) + number(width, 4) + number(height, 4) + number(1, 2) +
                     number(24, 2) + number(0, 4) + number(row * height, 4) + std::string(16, '\0');
  for (std::uint32_t i = 0; i < row * height; ++i) file += static_cast<char>(i * 7);
  return file;
}

class HtmlReport : public testing::Test {
 protected:
  std::string keep(const fs::path& run, const std::string& bytes) const {
    const auto name = io::sha256(bytes);
    test::write(run / "blobs" / name.substr(0, 2) / name.substr(2), bytes);
    return name;
  }

  static std::string line(EntryType type, const Json& value) {
    core::Entry entry;
    entry.type = type;
    entry.value = value.dump();
    return Json(entry).dump() + "\n";
  }

  // A check of a claim with a picture, a broken one, and one whose bytes were lost.
  static std::string record(const std::string& picture, const std::string& broken) {
    return line(EntryType::start, {{"schema", 1}, {"program", "assay"}}) +
           line(EntryType::claim, {{"id", "c"},
                                   {"text", "A picture"},
                                   {"images",
                                    {{{"number", 1}, {"sha256", picture}},
                                     {{"number", 2}, {"sha256", broken}},
                                     {{"number", 3}, {"sha256", std::string(64, 'a')}}}}}) +
           line(EntryType::judgement,
                {{"verdict", "refuted"}, {"label", "refuted"}, {"confidence", 0.75}}) +
           line(EntryType::end, Json::object());
  }

  static void expect_pictures(const std::string& page) {
    EXPECT_NE(page.find("<img src=\"data:image/jpeg;base64,/9j/"), std::string::npos);
    EXPECT_NE(page.find("width=\"300\" height=\"200\""), std::string::npos);
    EXPECT_NE(page.find("Picture 2 is not shown: "), std::string::npos);
    EXPECT_NE(page.find("Picture 3 is not shown: its bytes are not kept here."), std::string::npos);
  }

  test::TempDir dir_;
};

TEST_F(HtmlReport, OfACheckGoesToStandardOutputOrAFile) {
  const auto run = dir_ / "run";
  test::write(run / "record.jsonl",
              record(keep(run, bitmap(300, 200)), keep(run, "no picture at all")));
  const auto printed = test::assay({"report", run.string(), "--format", "html"});
  ASSERT_EQ(printed.status, 0) << printed.err;
  EXPECT_EQ(printed.err, "");
  expect_pictures(printed.out);
  const auto written =
      test::assay({"report", run.string(), "--format", "html", "-o", (dir_ / "out.html").string()});
  ASSERT_EQ(written.status, 0) << written.err;
  EXPECT_EQ(written.out, "");
  EXPECT_EQ(test::read(dir_ / "out.html"), printed.out);
}

TEST_F(HtmlReport, OtherFormatsAreWrittenToAFileToo) {
  const auto run = dir_ / "run";
  test::write(run / "record.jsonl", record(std::string(64, 'b'), ""));
  for (const std::string format : {"md", "json"}) {
    const auto file = dir_ / ("out." + format);
    const auto ran =
        test::assay({"report", run.string(), "--format", format, "--out", file.string()});
    ASSERT_EQ(ran.status, 0) << ran.err;
    EXPECT_EQ(test::read(file), test::assay({"report", run.string(), "--format", format}).out);
  }
}

TEST_F(HtmlReport, OfABatchWritesTheClaimsPages) {
  const auto run = dir_ / "batch";
  test::write(run / "claims" / "c" / "record.jsonl",
              record(keep(run, bitmap(300, 200)), keep(run, "no picture at all")));
  const auto ran = test::assay(
      {"report", run.string(), "--format", "html", "--out", (run / "index.html").string()});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_NE(ran.err.find("wrote report.html beside the record of 1 claim"), std::string::npos);
  EXPECT_NE(test::read(run / "index.html").find("href=\"claims/c/report.html\""),
            std::string::npos);
  expect_pictures(test::read(run / "claims" / "c" / "report.html"));
}

TEST_F(HtmlReport, WhatCantBeWrittenFailsWithOneLine) {
  const auto run = dir_ / "run";
  test::write(run / "record.jsonl", record("", ""));
  for (const auto& place : {dir_ / "missing" / "out.html", dir_.path()}) {
    const auto ran =
        test::assay({"report", run.string(), "--format", "html", "--out", place.string()});
    EXPECT_EQ(ran.status, 1);
    EXPECT_EQ(ran.out, "");
    EXPECT_TRUE(ran.err.starts_with("assay: ")) << ran.err;
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  }
  EXPECT_EQ(test::assay({"report", run.string(), "--format", "docx"}).status, 2);
}

}  // namespace
}  // namespace assay
