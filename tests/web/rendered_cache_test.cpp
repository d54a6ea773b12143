#include "web/browser/rendered_cache.h"

#include <gtest/gtest.h>

#include "support/support.h"

namespace assay::web {
namespace {

constexpr const char* url = "https://app.example.org/x?a=1";

RenderedPage a_page(const std::string& html, std::int64_t at = 1'700'000'000'000) {
  RenderedPage page;
  Exchange redirect;
  redirect.url = url;
  redirect.at = {at - 5};
  redirect.status = 301;
  redirect.headers = {{"Location", "https://app.example.org/y"}};
  Exchange last;
  last.url = "https://app.example.org/y";
  last.at = {at - 3};
  last.status = 200;
  last.headers = {{"X-Assay-Address", "https://elsewhere.example/"}, {"Cache-Control", "no-store"}};
  last.body = "<div id=root></div>";
  page.chain = {redirect, last};
  page.media_type = "text/html";
  page.html = html;
  page.url = "https://app.example.org/y#shown";
  page.screenshot = std::string("\xFF\xD8\0picture", 10);
  page.at = {at};
  page.settled = true;
  return page;
}

std::string said(const Exchange& exchange) {
  std::string text;
  for (const auto& header : exchange.headers) text += header.name + ": " + header.value + "\n";
  return text;
}

class RenderedCacheTest : public testing::Test {
 protected:
  test::TempDir folder_;
  RenderedCache cache_{folder_ / "pages"};
};

TEST_F(RenderedCacheTest, FindsThePageAsItWas) {
  const auto page = a_page("<p>Shown</p>");
  EXPECT_FALSE(cache_.find(url));
  cache_.store(url, page);
  const auto found = cache_.find(url);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->html, page.html);
  EXPECT_EQ(found->url, page.url);
  EXPECT_EQ(found->screenshot, page.screenshot);
  EXPECT_EQ(found->at, page.at);
  EXPECT_EQ(found->media_type, "text/html");
  EXPECT_TRUE(found->settled);
  ASSERT_EQ(found->chain.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(found->chain[i].url, page.chain[i].url);
    EXPECT_EQ(found->chain[i].at, page.chain[i].at);
    EXPECT_EQ(found->chain[i].status, page.chain[i].status);
    EXPECT_EQ(found->chain[i].body, page.chain[i].body);
    EXPECT_EQ(said(found->chain[i]), said(page.chain[i]));
  }
  EXPECT_FALSE(cache_.find("https://app.example.org/x"));
}

// Two runs at the same time, or one that was killed, may leave parts of different pages.
TEST_F(RenderedCacheTest, PartsOfTwoTimesAreNoPage) {
  cache_.store(url, a_page("<p>One</p>"));
  auto other = a_page("<p>Two</p>", 1'800'000'000'000);
  other.chain.resize(1);
  cache_.store(url, other);
  ASSERT_TRUE(cache_.find(url));
  EXPECT_EQ(cache_.find(url)->html, "<p>Two</p>");
  other.at = {1'900'000'000'000};
  const PageCache pages(folder_ / "pages");
  auto part = *pages.find(std::string(url) + "#request-0");
  part.headers[1].value = other.at.to_string();
  pages.store(part);
  EXPECT_FALSE(cache_.find(url));
}

TEST_F(RenderedCacheTest, WithoutAFolderKeepsNothing) {
  const RenderedCache none{std::filesystem::path()};
  none.store(url, a_page("<p>x</p>"));
  EXPECT_FALSE(none.find(url));
}

}  // namespace
}  // namespace assay::web
