#include "web/result_text.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "language/utf8.h"

namespace assay::web {
namespace {

std::string clean(std::string_view text, std::size_t longest = 1000) {
  return result_text(text, longest);
}

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto start = at;
    if (language::decode(text, at) == language::replacement && at - start == 1) return false;
  }
  return true;
}

TEST(ResultText, TagsAndReferencesOfServicesGo) {
  EXPECT_EQ(clean("The <b>moon</b> &amp; the <strong class=\"x\">sun</strong>"),
            "The moon & the sun");
  EXPECT_EQ(clean("a<br>b<br/>c"), "a b c");
  EXPECT_EQ(clean("<span class=\"searchmatch\">Moon</span>light"), "Moonlight");
  EXPECT_EQ(clean("caf&eacute; &quot;x&quot; &#39;y&#39; &#x2014; &apos;z&apos;"),
            "café \"x\" 'y' — 'z'");
  EXPECT_EQ(clean("a&nbsp;b<!-- no -->c"), "a bc");
}

TEST(ResultText, WhatOnlyLooksLikeMarkupStays) {
  EXPECT_EQ(clean("a < b and c > d"), "a < b and c > d");
  EXPECT_EQ(clean("if x <y and z> 1"), "if x <y and z> 1");
  EXPECT_EQ(clean("AT&T; R&D &unknown; &#xFFFFFFFF; &#0; &;"),
            "AT&T; R&D &unknown; &#xFFFFFFFF; &#0; &;");
  EXPECT_EQ(clean("<b"), "<b");
  EXPECT_EQ(clean("vector<int> of <Config>"), "vector<int> of <Config>");
}

TEST(ResultText, ReferencesAreReadOnce) {
  EXPECT_EQ(clean("&lt;b&gt;bold&lt;/b&gt;"), "<b>bold</b>");
  EXPECT_EQ(clean("&amp;lt;"), "&lt;");
}

TEST(ResultText, OneLineWithoutWhatIsNotSeen) {
  EXPECT_EQ(clean("  a\n\t b\r\n c\xE2\x80\x8B  "), "a b c");
  EXPECT_EQ(clean("a&#8238;b"), "ab");  // a mark that turns the writing direction
  EXPECT_EQ(clean(std::string("a\0b", 3)), "ab");
}

TEST(ResultText, LongTextsAreCutBetweenCharacters) {
  EXPECT_EQ(clean("ab", 2), "ab");
  EXPECT_EQ(clean("abc", 2), "ab…");
  EXPECT_EQ(clean("aéé", 2), "a…");
  EXPECT_LE(clean(std::string(10'000'000, 'x'), 100).size(), 103U);
}

RC_GTEST_PROP(ResultText, AnyBytesBecomeShortValidText, (std::string bytes)) {
  const auto text = clean("<b>" + bytes + "&amp;" + bytes, 40);
  RC_ASSERT(text.size() <= 43U);
  RC_ASSERT(is_utf8(text));
  RC_ASSERT(text.find('\n') == std::string::npos);
}

TEST(ResultUrl, OnlyAddressesOfTheWeb) {
  EXPECT_EQ(result_url("https://example.org/a b"), "https://example.org/a%20b");
  for (const auto* url : {"", "javascript:alert(1)", "data:text/html,x", "ftp://example.org/",
                          "/relative", "//example.org/", "http://", "https:///x", "http:example",
                          "https://user:pw@example.org/", "file:///etc/passwd"})
    EXPECT_EQ(result_url(url), "") << url;
  EXPECT_EQ(result_url("https://example.org/" + std::string(5000, 'a')), "");
}

TEST(SamePage, WhatDoesNotMatterIsLeftOut) {
  const auto key = same_page_key("https://www.example.org/a/");
  EXPECT_EQ(same_page_key("http://EXAMPLE.org/a"), key);
  EXPECT_EQ(same_page_key("https://example.org:443/a#part"), key);
  EXPECT_EQ(same_page_key("https://example.org/a?utm_source=x&fbclid=y"), key);
  EXPECT_NE(same_page_key("https://example.org/a?id=1"), key);
  EXPECT_NE(same_page_key("https://example.org:8443/a"), key);
  EXPECT_NE(same_page_key("https://example.org/A"), key);
  EXPECT_NE(same_page_key("https://web.archive.org/web/2019/https://example.org/a"), key);
  EXPECT_EQ(same_page_key("https://example.org/?id=1&utm_x=2&b=3"), "example.org?id=1&b=3");
}

TEST(UrlEscaped, AllThatMeansSomethingInAQuery) {
  EXPECT_EQ(url_escaped("a b&c=d/é~-._"), "a%20b%26c%3Dd%2F%C3%A9~-._");
}

}  // namespace
}  // namespace assay::web
