#include <gtest/gtest.h>

#include "assay/core/record.h"
#include "demo_report.h"
#include "html_pages.h"
#include "model_records.h"
#include "records.h"
#include "support/support.h"

// The pages as HTML Tidy sees them (Debian: tidy): no error and no warning.
namespace assay::report::test {
namespace {

class HtmlValid : public testing::Test {
 protected:
  void SetUp() override {
    if (assay::test::run({"/usr/bin/env", "tidy", "-version"}).status != 0)
      GTEST_SKIP() << "HTML Tidy is not installed (Debian package tidy; scripts/setup installs it)";
  }

  void expect_valid(const std::string& name, const std::string& page) {
    keep_for_people(name, page);
    const auto file = folder_ / name;
    assay::test::write(file, page);
    const auto ran =
        assay::test::run({"/usr/bin/env", "tidy", "-quiet", "-errors", "-utf8", "--doctype",
                          "html5", "--mute", "PROPRIETARY_ATTRIBUTE_NONE", file.string()});
    EXPECT_EQ(ran.status, 0) << name << ":\n" << ran.err;
    EXPECT_EQ(ran.err, "") << name;
  }

  assay::test::TempDir folder_;
};

TEST_F(HtmlValid, TheCheckerFindsMistakes) {
  const auto file = folder_ / "bad.html";
  assay::test::write(file, "<!DOCTYPE html><html lang=en><title>x</title><p id=a><p id=a></b>");
  EXPECT_NE(assay::test::run({"/usr/bin/env", "tidy", "-quiet", "-errors", file.string()}).status,
            0);
}

TEST_F(HtmlValid, AFullReport) { expect_valid("report.html", demo_page()); }

TEST_F(HtmlValid, APlainAndAnEmptyReport) {
  expect_valid("plain.html", html(view(refuted_check().record())));
  expect_valid("empty.html", html(view(core::Record())));
}

TEST_F(HtmlValid, ChecksByModels) {
  expect_valid("models.html", html(view(models_check().record(), with_kept())));
  expect_valid("baseline.html", html(view(baseline_check().record())));
}

TEST_F(HtmlValid, TheIndexOfABatch) {
  expect_valid("index-models.html", html_index({index_row(view(models_check().record()), "a")}));
  expect_valid("index.html", demo_index());
  expect_valid("index-empty.html", html_index({}));
}

}  // namespace
}  // namespace assay::report::test
