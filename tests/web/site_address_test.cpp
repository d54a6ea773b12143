#include "web/sites/address.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>

namespace assay::web {
namespace {

std::string normal(const std::string& text) {
  const auto address = parse_address(text);
  return address ? address->to_string() : "none";
}

std::string site(const std::string& text) {
  const auto address = parse_address(text);
  return address ? address->site : "none";
}

TEST(Address, IsWrittenInOneWay) {
  for (const char* text :
       {"https://www.example.org/a/b", "HTTPS://WWW.Example.ORG/a/b", "www.example.org/a/b",
        "//www.example.org/a/b", "https://www.example.org:443/a/b", "https://www.example.org./a/b",
        "  https://www.example.org/a/b\n", "https://www.exa\tmple.org/a\n/b",
        "https:\\\\www.example.org\\a\\b", "https:/www.example.org/a/b",
        "https:///www.example.org/a/b", "https://user:secret@www.example.org/a/b",
        "https://www.example.org/a/b#part", "https://www.example.org/x/../a/./b",
        "https://www.example.org/x/%2e%2E/a/b", "https://www.example.org/%61/b",
        "https://www%2Eexample.org/a/b", "www.example.org:443/a/b"})
    EXPECT_EQ(normal(text), "https://www.example.org/a/b") << text;
  EXPECT_EQ(normal("http://example.org:80"), "http://example.org/");
  EXPECT_EQ(normal("http://example.org:8080?a=1&b"), "http://example.org:8080/?a=1&b");
  EXPECT_EQ(normal("example.org:8080/x"), "https://example.org:8080/x");
  EXPECT_EQ(normal("https://example.org/a%2fb c/ü"), "https://example.org/a%2Fb%20c/%C3%BC");
  // A lone `%` would become a triple together with what is decoded behind it.
  EXPECT_EQ(normal("https://example.org/%D%61?100%&%%36%31"),
            "https://example.org/%25Da?100%25&%2561");
  EXPECT_EQ(normal("https://example.org/a/.."), "https://example.org/");
  EXPECT_EQ(normal("https://example.org/../../a//b"), "https://example.org/a//b");
}

TEST(Address, DoesNotJudgeTheUser) {
  EXPECT_EQ(site("https://snopes.com@example.org/"), "example.org");
  EXPECT_EQ(site("https://snopes.com:x@example.org:99/"), "example.org");
  EXPECT_EQ(site("https://a@snopes.com@example.org/"), "example.org");
  EXPECT_EQ(site("https://example.org\\@snopes.com/"), "example.org");
  EXPECT_EQ(site("https://example.org?@snopes.com/"), "example.org");
  EXPECT_EQ(site("https://example.org#@snopes.com/"), "example.org");
}

TEST(Address, KnowsInternationalNames) {
  EXPECT_EQ(normal("https://Bücher.example/"), "https://xn--bcher-kva.example/");
  EXPECT_EQ(normal("https://xn--bcher-kva.example/"), "https://xn--bcher-kva.example/");
  EXPECT_EQ(readable_host("xn--bcher-kva.example"), "bücher.example");
  EXPECT_EQ(readable_host("example.org"), "example.org");
  // Full-width letters and the ideographic full stop are the same name to a browser…
  EXPECT_EQ(site("https://ｓｎｏｐｅｓ。ｃｏｍ/"), "snopes.com");
  // … a Cyrillic letter that looks Latin is not.
  EXPECT_NE(site("https://snоpes.com/"), "snopes.com");
}

TEST(Address, FindsTheRegistrableDomain) {
  EXPECT_EQ(site("https://www.bbc.co.uk/news"), "bbc.co.uk");
  EXPECT_EQ(site("https://m.mobile.example.com.au/"), "example.com.au");
  EXPECT_EQ(site("https://user.github.io/"), "user.github.io");
  EXPECT_EQ(site("https://user.blogspot.com/"), "user.blogspot.com");
  EXPECT_EQ(site("https://blogspot.com/"), "blogspot.com");
  EXPECT_EQ(site("http://localhost:80/"), "localhost");
  EXPECT_EQ(site("http://192.168.0.1/x"), "192.168.0.1");
  EXPECT_EQ(site("http://2130706433/"), "127.0.0.1");
  EXPECT_EQ(site("http://[::1]:8080/"), "[::1]");
}

TEST(Address, RefusesWhatIsNone) {
  for (const std::string text :
       {"", "   ", "javascript:alert(1)", "mailto:a@b.org", "data:text/html,x",
        "ftp://example.org/", "https://", "https:///", "https://exa mple.org/",
        "https://example.org:99999/", "https://example.org:x/", "https://a..b.org/",
        "https://a.org../", "https://.org/", "https://a%2Fb.org/", "https://[::1/",
        "https://a<b.org/", "https://%FF.org/"})
    EXPECT_EQ(normal(text), "none") << text;
  std::string why;
  EXPECT_FALSE(parse_address("https://example.org/" + std::string(9000, 'a'), &why));
  EXPECT_EQ(why, "it is longer than 8,192 bytes");
  EXPECT_FALSE(parse_address(std::string("https://a.org/\0x", 16), &why));
}

TEST(Address, HasPartsThatCompare) {
  using Parts = std::vector<std::string>;
  const auto parts = [](const std::string& text) { return path_parts(*parse_address(text)); };
  EXPECT_EQ(parts("https://a.org/APFactCheck//x/"), (Parts{"apfactcheck", "x"}));
  EXPECT_EQ(parts("https://a.org/fact%2Dcheck%2Fx"), (Parts{"fact-check", "x"}));
  EXPECT_EQ(parts("https://a.org/b/..%2ffact-check;id=7"), (Parts{"fact-check"}));
  EXPECT_EQ(parts("https://a.org/x/%EF%BB%BF/y/\u200b/z"), (Parts{"x", "y", "z"}));
  EXPECT_EQ(parts("https://a.org/%D0%A4%D0%90%D0%9A%D0%A2"), (Parts{"факт"}));
  EXPECT_EQ(parts("https://a.org"), Parts{});
}

TEST(Address, KnowsDomainNames) {
  for (const char* host : {"example.org", "www.bbc.co.uk", "a.github.io"})
    EXPECT_TRUE(is_domain_name(host)) << host;
  for (const char* host : {"", "com", "co.uk", "index.html", "20200101", "1.2.3.4", "a b.org", "x"})
    EXPECT_FALSE(is_domain_name(host)) << host;
  EXPECT_EQ(registry_suffix("www.bbc.co.uk"), "co.uk");
  EXPECT_EQ(registry_suffix("a.github.io"), "io");
}

TEST(Address, IsTheSameReadAgain) {
  EXPECT_TRUE(rc::check("an address that was written is read as itself", [] {
    const auto text =
        "https://a.example.org/" +
        *rc::gen::container<std::string>(rc::gen::elementOf(std::string("/.%26fF1;?&=a \\:@#é")));
    const auto address = parse_address(text);
    RC_PRE(address.has_value());
    RC_ASSERT(parse_address(address->to_string()) == address);
  }));
}

}  // namespace
}  // namespace assay::web
