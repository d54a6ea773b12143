#include "report/display_text.h"

#include <gtest/gtest.h>

#include "report/columns.h"
#include "report/words.h"

namespace assay::report {
namespace {

TEST(OneLine, FoldsWhiteSpaceAndShowsControls) {
  EXPECT_EQ(one_line("  a\r\n\tb\u2028c\u00A0 d \n"), "a b c d");
  EXPECT_EQ(one_line(std::string("a\0b\x1b[31m\x7f\u0085x", 12)), "a\uFFFDb\uFFFD[31m\uFFFD x");
  EXPECT_EQ(one_line("bad \xff\xc0 bytes\xe2\x82"), "bad \uFFFD\uFFFD bytes\uFFFD\uFFFD");
  EXPECT_EQ(one_line("\n \t"), "");
}

TEST(OneLine, LeavesOutWhatReordersItsSurroundings) {
  EXPECT_EQ(one_line("a\u202Eb\u2066c\u2069\uFEFFd"), "abcd");
  EXPECT_EQ(one_line("می\u200Cخواهم"), "می\u200Cخواهم");  // the joiners belong to the word
}

TEST(OneLine, IsBounded) {
  EXPECT_EQ(one_line("abcdef", 3), "abc…");
  EXPECT_EQ(one_line("日本語", 2), "日本…");
  EXPECT_EQ(one_line("abc", 3), "abc");
}

TEST(Isolated, WrapsRightToLeftTextAlone) {
  EXPECT_EQ(isolated("plain"), "plain");
  EXPECT_EQ(isolated("שלום 12"), "\u2068שלום 12\u2069");
  EXPECT_EQ(isolated("مرحبا"), "\u2068مرحبا\u2069");
  EXPECT_EQ(isolated("日本"), "日本");
}

TEST(SafeLink, TakesWebAddressesAlone) {
  EXPECT_EQ(safe_link("https://a.example/b?c=d&e#f"), "https://a.example/b?c=d&e#f");
  EXPECT_EQ(safe_link("HTTP://A.example/"), "http://A.example/");
  EXPECT_EQ(safe_link("https://[2001:db8::1]/x"), "https://[2001:db8::1]/x");
  EXPECT_EQ(safe_link("https://a.example/(x)<y>\"z' \\|`é"),
            "https://a.example/%28x%29%3Cy%3E%22z%27%20%5C%7C%60%C3%A9");
  EXPECT_EQ(safe_link("https://a.example/100%25%zz%"), "https://a.example/100%25%25zz%25");
  for (const char* url :
       {"", "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "file:///etc/passwd",
        "//a.example", "https://", "https:///x", "https://user@a.example/", "https://a b/",
        "https://a.example/\nx", " https://a.example/", "https://a.example\\@b/",
        "ftp://a.example/", "http://?x", "https://-a"})
    EXPECT_EQ(safe_link(url), std::nullopt) << url;
  EXPECT_EQ(safe_link("https://a.example/" + std::string(10000, 'x')), std::nullopt);
}

TEST(Columns, CountWideAndCombiningCharacters) {
  EXPECT_EQ(columns("abc"), 3U);
  EXPECT_EQ(columns("日本"), 4U);
  EXPECT_EQ(columns("e\u0301"), 1U);
  EXPECT_EQ(columns("\u2068א\u2069"), 1U);
  EXPECT_EQ(fitted("abcdef", 4), "abc…");
  EXPECT_EQ(fitted("日本語", 4), "日…");
  EXPECT_EQ(fitted("abcd", 4), "abcd");
  EXPECT_EQ(fitted("abcd", 0), "");
  for (std::size_t most = 0; most < 12; ++most)
    EXPECT_LE(columns(fitted("a日b本c語d", most)), most);
}

TEST(Words, ReadWell) {
  EXPECT_EQ(percent(0.874), "87 %");
  EXPECT_EQ(percent(0.999), "over 99 %");
  EXPECT_EQ(percent(0.001), "under 1 %");
  EXPECT_EQ(percent(1), "100 %");
  EXPECT_EQ(percent(-3), "0 %");
  EXPECT_EQ(duration(0.0421), "42 ms");
  EXPECT_EQ(duration(2.44), "2.4 s");
  EXPECT_EQ(duration(59.99), "1 min 0 s");
  EXPECT_EQ(duration(185), "3 min 5 s");
  EXPECT_EQ(duration(7800), "2 h 10 min");
  EXPECT_EQ(duration(-1), "0 ms");
  EXPECT_EQ(counted(1, "turn"), "1 turn");
  EXPECT_EQ(counted(0, "turn"), "0 turns");
}

}  // namespace
}  // namespace assay::report
