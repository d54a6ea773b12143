#include "web/pdf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "web/pdf_samples.h"

namespace assay::web {
namespace {

using testing::HasSubstr;

std::string refusal(const std::string& bytes) {
  try {
    extract_pdf(bytes);
  } catch (const Unreadable& error) {
    return error.what();
  }
  return "read";
}

TEST(Pdf, GivesTextAndMetadata) {
  const auto article =
      extract_pdf(test::make_pdf("(The bridge was opened) Tj T* (in 1932.) Tj",
                                 "/Title(On bridges)/Author(Ada)/CreationDate(D:20210304101112Z)"));
  EXPECT_EQ(article.title, "On bridges");
  EXPECT_EQ(article.author, "Ada");
  ASSERT_TRUE(article.published);
  EXPECT_EQ(article.published->to_string(), "2021-03-04");
  EXPECT_THAT(article.text, HasSubstr("The bridge was opened"));
  EXPECT_THAT(article.text, HasSubstr("in 1932."));
  EXPECT_EQ(article.extractor, "pdf/1");
}

TEST(Pdf, IsRefusedWhereItIsEncrypted) {
  EXPECT_THAT(refusal(test::encrypted_pdf()), HasSubstr("encrypted"));
}

TEST(Pdf, IsRefusedWhereItIsBroken) {
  const std::string good = test::make_pdf("(The bridge) Tj");
  EXPECT_THAT(refusal(""), HasSubstr("not a PDF"));
  EXPECT_THAT(refusal("<html>"), HasSubstr("not a PDF"));
  EXPECT_THAT(refusal("%PDF-1.7\nrubbish"), HasSubstr("broken"));
  EXPECT_NE(refusal(good.substr(0, 100)), "read");
  EXPECT_THAT(refusal(test::make_pdf("")), HasSubstr("no text"));
}

TEST(Pdf, MayHoldLoops) {
  std::string loop = test::make_pdf("(The bridge) Tj");
  loop.replace(loop.find("/Kids[3 0 R]"), 12, "/Kids[2 0 R]");
  EXPECT_NE(refusal(loop), "read");
  std::string again = test::make_pdf("(The bridge) Tj", "", "/Prev 9");
  EXPECT_NO_THROW(refusal(again));
}

TEST(Pdf, SurvivesDamageAnywhere) {
  const std::string good = test::make_pdf("(The bridge was opened) Tj", "/Title(On bridges)");
  for (std::size_t i = 0; i < good.size(); i += 3) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 0x55);
    refusal(bad);
    refusal(good.substr(0, i));
  }
}

}  // namespace
}  // namespace assay::web
