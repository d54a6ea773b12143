#include "web/fetch/robots.h"

#include <gtest/gtest.h>

namespace assay::web {
namespace {

bool allowed(const char* text, const char* path) {
  return Robots::parse(text, "Assay").allows(path);
}

TEST(Robots, WhoSaysNothingAllowsAll) {
  EXPECT_TRUE(Robots().allows("/a"));
  EXPECT_TRUE(allowed("", "/a"));
  EXPECT_TRUE(allowed("<html>not found</html>", "/a"));
  EXPECT_TRUE(allowed("User-agent: *\nDisallow:\n", "/a"));
  EXPECT_FALSE(Robots::closed().allows("/a"));
  EXPECT_TRUE(Robots::closed().allows("/robots.txt"));
}

TEST(Robots, TheGroupThatNamesUsCountsAlone) {
  const char* text =
      "User-agent: *\nDisallow: /\n\n"
      "User-Agent: other\nUser-agent: ASSAY/2.0\nDisallow: /private\nAllow: /private/open\n"
      "Sitemap: https://example.org/map\n"
      "User-agent: third\nDisallow: /third\n";
  EXPECT_TRUE(allowed(text, "/a"));
  EXPECT_TRUE(allowed(text, "/third"));
  EXPECT_FALSE(allowed(text, "/private/x"));
  EXPECT_TRUE(allowed(text, "/private/open/x"));
  EXPECT_FALSE(Robots::parse(text, "Nobody").allows("/a"));
  EXPECT_FALSE(Robots::parse("user-agent: assay\ndisallow: /\n", "Assay").allows("/"));
  EXPECT_TRUE(Robots::parse("user-agent: assayer\ndisallow: /\n", "Assay").allows("/"));
}

TEST(Robots, TheLongestRuleDecides) {
  EXPECT_TRUE(allowed("user-agent:*\ndisallow:/a\nallow:/a/b", "/a/b/c"));
  EXPECT_FALSE(allowed("user-agent:*\nallow:/a\ndisallow:/a/b", "/a/b/c"));
  EXPECT_TRUE(allowed("user-agent:*\ndisallow:/a\nallow:/a", "/a"));
}

TEST(Robots, Patterns) {
  const char* text = "User-agent: *\nDisallow: /*.pdf$\nDisallow: /x*y*z\nDisallow: /q?\n";
  EXPECT_FALSE(allowed(text, "/a/b.pdf"));
  EXPECT_TRUE(allowed(text, "/a/b.pdf?c"));
  EXPECT_FALSE(allowed(text, "/x1y2z3"));
  EXPECT_FALSE(allowed(text, "/xyyz"));
  EXPECT_TRUE(allowed(text, "/xzy"));
  EXPECT_FALSE(allowed(text, "/q?a=1"));
  EXPECT_TRUE(allowed(text, "/q"));
  EXPECT_FALSE(allowed("User-agent: *\nDisallow: /$", "/"));
  EXPECT_TRUE(allowed("User-agent: *\nDisallow: /$", "/a"));
}

TEST(Robots, EncodedPathsAreTheSame) {
  EXPECT_FALSE(allowed("User-agent: *\nDisallow: /%7ejoe/\n", "/~joe/a"));
  EXPECT_FALSE(allowed("User-agent: *\nDisallow: /käse\n", "/k%c3%a4se"));
  EXPECT_TRUE(allowed("User-agent: *\nDisallow: /a%2Fb\n", "/a/b"));
}

TEST(Robots, Delays) {
  EXPECT_FALSE(Robots::parse("", "Assay").delay());
  EXPECT_EQ(Robots::parse("User-agent: *\nCrawl-delay: 2.5\n", "Assay").delay()->count(), 2500);
  EXPECT_EQ(Robots::parse("User-agent: *\nCrawl-delay: 1e9\n", "Assay").delay()->count(), 60'000);
  EXPECT_FALSE(Robots::parse("User-agent: *\nCrawl-delay: nan\n", "Assay").delay());
  EXPECT_FALSE(Robots::parse("User-agent: x\nCrawl-delay: 5\n", "Assay").delay());
}

TEST(Robots, HostileOnesTakeNoTime) {
  std::string text = "User-agent: *\n";
  for (int i = 0; i < 20'000; ++i) text += "Disallow: /*a*b*c*d*e*f*g" + std::to_string(i) + "$\n";
  const auto robots = Robots::parse(text, "Assay");
  std::string path = "/";
  for (int i = 0; i < 1'000'000; ++i) path += "abcdef"[i % 6];
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(robots.allows(path));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(3));
  EXPECT_FALSE(allowed("\xEF\xBB\xBFUser-agent: *\r\nDisallow: /\r\n", "/a"));
}

}  // namespace
}  // namespace assay::web
