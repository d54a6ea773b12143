#include "io/http_text.h"

#include <gtest/gtest.h>

namespace assay::io {
namespace {

TEST(HttpText, AnAddressIsShownWithoutWhatMayBeSecret) {
  EXPECT_EQ(shown_url("https://user:pass@Host.example:8443/a/b?key=sk-1#sk-2"),
            "https://Host.example:8443/a/b");
  EXPECT_EQ(shown_url("http://h"), "http://h/");
  for (const std::string url : {"", "sk-1", "http://", "http://a b/sk-1", "http://h:99999/sk-1"})
    EXPECT_EQ(shown_url(url), "(an address that can't be read)") << url;
}

TEST(HttpText, ALongPathIsCut) {
  const auto shown = shown_url("http://h/" + std::string(5000, 'p'));
  EXPECT_LT(shown.size(), 300U);
  EXPECT_TRUE(shown.ends_with("p…"));
}

TEST(HttpText, SecretsAreHiddenWhereverTheyStand) {
  EXPECT_EQ(hide_secrets("abcd1 and abcd", {"abcd"}), "[hidden]1 and [hidden]");
  EXPECT_EQ(hide_secrets("abcd and efgh", {"abcd", "efgh"}), "[hidden] and [hidden]");
  EXPECT_EQ(hide_secrets("a b c", {"b", ""}), "a b c");
  EXPECT_EQ(hide_secrets("hidden", {"hidden"}), "[hidden]");
}

TEST(HttpText, TheKeyOfABearerHeaderIsASecretOfItsOwn) {
  HttpRequest request;
  request.headers = {{"Authorization", "Bearer key-1", true}, {"X-Plain", "plain"}};
  EXPECT_EQ(secrets_of(request), (std::vector<std::string>{"Bearer key-1", "key-1"}));
}

TEST(HttpText, OneLine) {
  EXPECT_EQ(one_line("a\r\nb\tc\x7f", 100), "a  b c ");
  EXPECT_EQ(one_line("abc", 3), "abc");
  EXPECT_EQ(one_line("abcd", 3), "abc…");
  EXPECT_EQ(one_line("a€b", 2), "a…");  // no half of a character
  EXPECT_EQ(one_line("a€b", 3), "a…");
  EXPECT_EQ(one_line("\x80\x80\x80", 2), "…");
}

}  // namespace
}  // namespace assay::io
