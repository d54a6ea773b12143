// web/reader.h with the program's own worker, as it is shipped.
#include "web/reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "assay/core/error.h"
#include "support/support.h"
#include "web/article_json.h"
#include "web/pdf_samples.h"

namespace assay::web {
namespace {

using namespace std::string_literals;
using testing::HasSubstr;

const std::string page =
    "<html><head><title>The bridge</title></head><body><h1>The bridge</h1><p>The bridge over the "
    "river was "
    "opened in 1932, after six years of work by some two thousand people.</p><p>It carries eight "
    "lanes of "
    "traffic, two railway tracks, a footpath and a cycleway across the harbour.</p></body></html>";

std::string refusal(Reader& reader, MediaType type, const std::string& bytes) {
  try {
    reader.read(type, bytes);
  } catch (const Unreadable& error) {
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    return error.what();
  }
  return "read";
}

TEST(Reader, ReadsEachKind) {
  Reader reader(test::program());
  EXPECT_EQ(reader.read(MediaType::html, page), read_here(MediaType::html, page));
  EXPECT_EQ(reader.read(MediaType::text, "Hello").text, "Hello");
  EXPECT_EQ(reader.read(MediaType::markdown, "# Hello\n\nyou").title, "Hello");
  const auto pdf = reader.read(
      MediaType::pdf, test::make_pdf("(The bridge) Tj", "/Title(\xFE\xFF\x65\xE5\x67\x2C)"));
  EXPECT_EQ(pdf.text, "The bridge");
  EXPECT_EQ(pdf.title, "日本");
}

// The worker can open nothing: all that decoding needs has to be there before it locks itself in.
TEST(Reader, DecodesEveryCharsetInTheWorker) {
  Reader reader(test::program());
  EXPECT_EQ(reader.read(MediaType::text, "\x93\xFA\x96\x7B\x8C\xEA", {"", "shift_jis"}).text,
            "日本語");
  EXPECT_EQ(reader.read(MediaType::text, "\xD6\xD0\xCE\xC4", {"", "gb18030"}).text, "中文");
  EXPECT_EQ(reader.read(MediaType::text, "\xCF\xF0\xE8\xE2\xE5\xF2", {"", "windows-1251"}).text,
            "Привет");
  EXPECT_EQ(reader.read(MediaType::text, "\xBE\xC8\xB3\xE7", {"", "euc-kr"}).text, "안녕");
  EXPECT_EQ(reader.read(MediaType::text, "\xA4\xA4\xA4\xE5", {"", "big5"}).text, "中文");
  EXPECT_EQ(reader.read(MediaType::text, "\x1B$BF|K\\\x1B(B", {"", "iso-2022-jp"}).text, "日本");
  EXPECT_EQ(reader.read(MediaType::text, "\xA1\xD2", {"", "tis-620"}).text, "กา");
  EXPECT_EQ(reader.read(MediaType::text, "\xFF\xFEH\0i\0"s).text, "Hi");
}

TEST(Reader, PassesTheHintsOn) {
  Reader reader(test::program());
  const auto article =
      reader.read(MediaType::html, page, {"https://example.org/2021/03/04/bridge", ""});
  EXPECT_EQ(article.url, "https://example.org/2021/03/04/bridge");
  ASSERT_TRUE(article.published);
  EXPECT_EQ(article.published->to_string(), "2021-03-04");
}

TEST(Reader, GoesOnAfterHostileDocuments) {
  Reader reader(test::program());
  std::string deep;
  std::string attributes = "<p";
  for (int i = 0; i < 100'000; ++i) deep += "<div>", attributes += " a" + std::to_string(i) + "=1";
  EXPECT_THAT(refusal(reader, MediaType::html, deep), HasSubstr("nested"));
  EXPECT_THAT(refusal(reader, MediaType::html, attributes + ">"), HasSubstr("attributes"));
  EXPECT_THAT(refusal(reader, MediaType::pdf, test::encrypted_pdf()), HasSubstr("encrypted"));
  EXPECT_THAT(refusal(reader, MediaType::pdf, "%PDF-1.4\nbroken"), HasSubstr("broken"));
  EXPECT_THAT(refusal(reader, MediaType::html, ""), HasSubstr("no HTML"));
  EXPECT_EQ(reader.read(MediaType::html, page).title, "The bridge");
}

TEST(Reader, BoundsTime) {
  ReaderLimits limits;
  limits.time = std::chrono::milliseconds(1);
  Reader reader(test::program(), limits);
  std::string long_page = "<body>";
  for (int i = 0; i < 200'000; ++i) long_page += "<p>word " + std::to_string(i) + "</p>";
  EXPECT_THAT(refusal(reader, MediaType::html, long_page), HasSubstr("longer than it may"));
}

TEST(Reader, BoundsBytes) {
  ReaderLimits limits;
  limits.bytes = 1 << 20;
  Reader reader(test::program(), limits);
  EXPECT_THAT(refusal(reader, MediaType::text, std::string((1 << 20) + 1, 'a')),
              HasSubstr("longer than 1 MiB"));
}

TEST(Reader, SaysThatThereIsNoWorker) {
  Reader reader("/nonexistent/assay");
  EXPECT_THROW(reader.read(MediaType::text, "x"), core::InputError);
}

TEST(MediaTypes, AreToldByNameThenByBytes) {
  EXPECT_EQ(media_type_of("a/b.HTML", ""), MediaType::html);
  EXPECT_EQ(media_type_of("b.htm", ""), MediaType::html);
  EXPECT_EQ(media_type_of("b.md", ""), MediaType::markdown);
  EXPECT_EQ(media_type_of("b.txt", ""), MediaType::text);
  EXPECT_EQ(media_type_of("b.pdf", ""), MediaType::pdf);
  EXPECT_EQ(media_type_of("b", "%PDF-1.4"), MediaType::pdf);
  EXPECT_EQ(media_type_of("b", "<!DOCTYPE html><html>"), MediaType::html);
  EXPECT_EQ(media_type_of("index.php", "\n<html lang=en>"), MediaType::html);
  EXPECT_EQ(media_type_of("README", "Hello, reader"), MediaType::text);
  EXPECT_EQ(media_type_of("photo.jpg", "\xFF\xD8\xFF\xE0"), std::nullopt);
  EXPECT_EQ(media_type_of("program",
                          "\x7F"
                          "ELF\x02\x01\x01\0\0\0"s),
            std::nullopt);
  EXPECT_EQ(media_type_of("data.json", "{}"), std::nullopt);
}

TEST(ArticleBytes, AreTheArticleAgain) {
  const auto article = read_here(MediaType::html, page);
  EXPECT_EQ(article_from_bytes(to_bytes(article)), article);
}

TEST(ArticleBytes, AreNotBelieved) {
  for (const std::string& bytes :
       {""s, "{}"s, "[]"s, "{\"url\":1}"s, "\xFF"s, to_bytes({}).substr(5)})
    EXPECT_THROW(article_from_bytes(bytes), Unreadable) << bytes;
  auto nul = to_bytes({});
  nul.replace(nul.find("\"title\":\"\""), 10, "\"title\":\"\\u0000\"");
  EXPECT_THROW(article_from_bytes(nul), Unreadable);
}

}  // namespace
}  // namespace assay::web
