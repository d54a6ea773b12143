#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "assay/core/record.h"
#include "support/support.h"
#include "web/pdf.h"

// `assay report --format pdf` as a user runs it.
namespace assay {
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

std::string record() {
  return line(EntryType::start, {{"schema", 1}, {"program", "assay"}}) +
         line(EntryType::claim, {{"id", "c"}, {"text", "The bridge of Größe was closed in 1987"}}) +
         line(EntryType::judgement,
              {{"verdict", "refuted"}, {"label", "refuted"}, {"confidence", 0.75}}) +
         line(EntryType::end, Json::object());
}

TEST(PdfReport, HasTheReportsWords) {
  if (test::run({"/bin/sh", "-c", "command -v chromium"}).status != 0)
    GTEST_SKIP()
        << "Chromium is not installed (Debian package chromium; scripts/setup installs it)";
  const test::TempDir run;
  test::write(run / "record.jsonl", record());
  const auto file = run / "report.pdf";
  const auto ran =
      test::assay({"report", run.path().string(), "--format", "pdf", "--out", file.string()});
  if (ran.err.find("no sandbox") != std::string::npos) GTEST_SKIP() << ran.err;
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(ran.err, "");
  const auto bytes = test::read(file);
  EXPECT_THAT(bytes, testing::StartsWith("%PDF-"));
  const auto text = web::extract_pdf(bytes).text;
  EXPECT_THAT(text, HasSubstr("The bridge of Größe was closed in 1987"));
  EXPECT_THAT(text, HasSubstr("Refuted"));
  EXPECT_THAT(text, HasSubstr("1 / "));

  const auto out = test::assay({"report", run.path().string(), "--format", "pdf"});
  EXPECT_EQ(out.status, 0) << out.err;
  EXPECT_THAT(out.out, testing::StartsWith("%PDF-"));
}

TEST(PdfReport, SaysWhatIsMissing) {
  const test::TempDir run;
  test::write(run / "record.jsonl", record());
  const auto file = run / "report.pdf";
  const auto ran =
      test::assay({"report", run.path().string(), "--format", "pdf", "--out", file.string()},
                  {"PATH=" + run.path().string()});
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.err, HasSubstr("Chromium is not installed"));
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  EXPECT_FALSE(std::filesystem::exists(file));
}

}  // namespace
}  // namespace assay
