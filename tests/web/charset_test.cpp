#include "web/charset.h"

#include <gtest/gtest.h>

#include <string>

namespace assay::web {
namespace {

using namespace std::string_literals;

// "Köln, größte" and "日本語の文章です" in other encodings.
const std::string german_1252 =
    "K\xF6ln, gr\xF6\xDF"
    "te \x84Stadt\x93";
const std::string japanese_sjis =
    "\x93\xFA\x96\x7B\x8C\xEA\x82\xCC\x95\xB6\x8F\xCD\x82\xC5\x82\xB7";
const std::string japanese_euc = "\xC6\xFC\xCB\xDC\xB8\xEC\xA4\xCE\xCA\xB8\xBE\xCF\xA4\xC7\xA4\xB9";
const std::string chinese_gb =
    "\xD6\xD0\xCE\xC4\xCE\xC4\xD5\xC2\xA3\xAC\xB1\xB1\xBE\xA9\xB5\xC4\xCC\xEC\xC6\xF8";
const std::string japanese = "日本語の文章です";
const std::string chinese = "中文文章，北京的天气";

TEST(Decode, TakesUtf8AsItIs) {
  EXPECT_EQ(decode("Köln 日本", "", ""), "Köln 日本");
  EXPECT_EQ(decode("\xEF\xBB\xBFKöln", "", ""), "Köln");
}

TEST(Decode, LooksThroughALabelThatIsWrong) {
  EXPECT_EQ(decode("Köln 日本", "iso-8859-1", "windows-1252"), "Köln 日本");
  EXPECT_EQ(decode(german_1252, "utf-8", ""), "Köln, größte „Stadt“");
}

TEST(Decode, FollowsTheLabel) {
  EXPECT_EQ(decode(german_1252, "windows-1252", ""), "Köln, größte „Stadt“");
  EXPECT_EQ(decode(german_1252, "", "ISO-8859-1"), "Köln, größte „Stadt“");  // as browsers do
  EXPECT_EQ(decode(japanese_sjis, "Shift_JIS", ""), japanese);
  EXPECT_EQ(decode(japanese_euc, "", "EUC-JP"), japanese);
  EXPECT_EQ(decode(chinese_gb, "gb2312", ""), chinese);
  EXPECT_EQ(decode(chinese_gb, "", "GB18030"), chinese);
  EXPECT_EQ(decode("\x1B$BF|K\\8l\x1B(B", "iso-2022-jp", ""), "日本語");
}

TEST(Decode, DetectsWithoutALabel) {
  std::string sjis;
  std::string gb;
  for (int i = 0; i < 20; ++i) sjis += japanese_sjis + "\x81\x42", gb += chinese_gb + "\xA1\xA3";
  EXPECT_NE(decode(sjis, "", "").find(japanese), std::string::npos);
  EXPECT_NE(decode(gb, "", "").find(chinese), std::string::npos);
  EXPECT_NE(
      decode("Die gr\xF6\xDFte Stadt am Rhein ist K\xF6ln, sch\xF6n ist sie f\xFCr alle.", "", "")
          .find("größte"),
      std::string::npos);
}

TEST(Decode, ReadsUtf16) {
  EXPECT_EQ(decode("\xFF\xFEK\0\xF6\0l\0n\0"s, "", ""), "Köln");
  EXPECT_EQ(decode("\xFE\xFF\0K\0\xF6\0l\0n"s, "utf-8", ""), "Köln");
  EXPECT_EQ(decode("<\0h\0t\0m\0l\0>\0K\0\xF6\0l\0n\0"s, "", ""), "<html>Köln");
}

TEST(Decode, IsAlwaysValidUtf8WithoutNul) {
  EXPECT_EQ(decode("a\0b"s, "", ""), "ab");
  EXPECT_EQ(decode("Grüße \xFF und mehr Grüße, Köln", "utf-8", ""),
            "Grüße \xEF\xBF\xBD und mehr Grüße, Köln");
  EXPECT_EQ(decode("", "", ""), "");
  EXPECT_EQ(decode("plain", "no-such-charset", "../../etc/passwd"), "plain");
}

TEST(DeclaredCharset, IsReadFromMeta) {
  EXPECT_EQ(declared_charset("<html><head><meta charset=\"Shift_JIS\">"), "shift_jis");
  EXPECT_EQ(declared_charset(
                "<META http-equiv='Content-Type' content='text/html; charset=windows-1251'>"),
            "windows-1251");
  EXPECT_EQ(declared_charset("<meta charset = utf-8 />"), "utf-8");
  EXPECT_EQ(declared_charset("<p>charset=nothing</p>"), "");
}

TEST(LooksLikeText, TellsTextFromPictures) {
  EXPECT_TRUE(looks_like_text("Hello"));
  EXPECT_TRUE(looks_like_text(japanese_sjis));
  EXPECT_TRUE(looks_like_text("\xFF\xFEH\0e\0l\0l\0o\0!\0"s));
  EXPECT_FALSE(looks_like_text("\x89PNG\r\n\x1A\n\0\0\0\rIHDR"s));
  EXPECT_FALSE(looks_like_text("PK\x03\x04\x14\0\0\0"s));
}

}  // namespace
}  // namespace assay::web
