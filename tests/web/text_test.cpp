#include "web/text.h"

#include <gtest/gtest.h>

#include <string>

namespace assay::web {
namespace {

using namespace std::string_literals;

TEST(Text, IsDecodedAndItsLinesKept) {
  const auto article = extract_text("\xEF\xBB\xBFOne line\r\nanother\rthird\n\n");
  EXPECT_EQ(article.text, "One line\nanother\nthird");
  EXPECT_EQ(article.extractor, "text/1");
  EXPECT_EQ(article.title, "");
  EXPECT_EQ(
      extract_text("Die gr\xF6\xDFte Stadt am Rhein ist seit langem K\xF6ln, sagen alle.").text,
      "Die größte Stadt am Rhein ist seit langem Köln, sagen alle.");
  EXPECT_EQ(extract_text("\xFF\xFEH\0i\0!\0"s).text, "Hi!");
}

TEST(Text, LosesInvisibleCharacters) { EXPECT_EQ(extract_text("a\u200Bb\u202Ec").text, "abc"); }

TEST(Text, IsRefusedWhereItIsNone) {
  EXPECT_THROW(extract_text(""), Unreadable);
  EXPECT_THROW(extract_text(" \n\t "), Unreadable);
  EXPECT_THROW(extract_text("\x89PNG\r\n\x1A\n\0\0\0\rIHDR"s), Unreadable);
}

TEST(Markdown, HasATitle) {
  const auto article = extract_markdown("\n# The *bridge*\n\nText.\n");
  EXPECT_EQ(article.title, "The *bridge*");
  EXPECT_EQ(article.text, "# The *bridge*\n\nText.");
}

TEST(Markdown, MayHaveFrontMatter) {
  const auto article = extract_markdown(
      "---\ntitle: \"A: b\"\ndate: 2021-03-04\nauthor: Ada\nurl: https://a.org/\n---\nText.\n");
  EXPECT_EQ(article.title, "A: b");
  EXPECT_EQ(article.author, "Ada");
  EXPECT_EQ(article.url, "https://a.org/");
  ASSERT_TRUE(article.published);
  EXPECT_EQ(article.published->to_string(), "2021-03-04");
  EXPECT_EQ(article.text, "Text.");
  EXPECT_EQ(extract_markdown("---\nno end of it\n").text, "---\nno end of it");
}

}  // namespace
}  // namespace assay::web
