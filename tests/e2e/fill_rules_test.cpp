// What `assay index fill` may take and what it tries again, through the built program: the pages of
// many hosts are spoken by one server that the program uses as its proxy; what a browser would show
// lies in the cache of pages.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "io/clock.h"
#include "support/loopback_server.h"
#include "support/small_web.h"
#include "support/support.h"
#include "web/browser/rendered_cache.h"

namespace assay {
namespace {

using nlohmann::json;
using test::article_page;
using test::Asked;
using test::Reply;
using test::says;
using testing::HasSubstr;

const std::string words =
    "The tower was opened to the public on a day in May, and many people came to see it from near "
    "and far, as the newspapers of those days tell in long reports with many names and numbers.";

// Dated 2019-05-01.
std::string page_of(const std::string& title) {
  return article_page(title, "News", {words, words + " It rained in the evening."});
}

class FillRules : public testing::Test {
 protected:
  FillRules() : web_([this](const Asked& asked) { return answer(asked); }) {
    write_config("browser = \"none\"\n");
    test::write(folder_ / "dev.json",
                R"([{"claim":"The tower was opened in 1899.","claim_date":"25-8-2020"}])");
  }

  void write_config(const std::string& more) {
    test::write(folder_ / "assay.toml",
                "[web]\nproxy = \"" + web_.url() + "\"\npause = 0\n" + more);
  }
  Reply answer(const Asked& asked) {
    if (down_) return says("", "text/html", 503);
    const auto page = pages_.find(asked.target);
    return page == pages_.end() ? says("nothing here", "text/html", 404) : page->second;
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  test::Ran assay(const std::vector<std::string>& arguments) {
    return test::assay(arguments, test::web_environment(path("cache")));
  }
  // A store of one claim, with documents of these addresses that have no text.
  void build(const std::vector<std::string>& urls, bool dated = true) {
    std::string lines;
    for (const auto& url : urls)
      lines += json{{"claim_id", 0}, {"url", url}, {"url2text", json::array()}}.dump() + "\n";
    test::write(folder_ / "kb/0.json", lines);
    std::vector<std::string> arguments{"index",    "build", "--from",     "averitec-kb",
                                       path("kb"), "--out", path("store")};
    if (dated) arguments.insert(arguments.end(), {"--claims", path("dev.json")});
    const auto ran = assay(arguments);
    ASSERT_EQ(ran.status, 0) << ran.err;
  }
  std::vector<std::string> command(const std::vector<std::string>& more) const {
    std::vector<std::string> arguments{
        "index", "fill", path("store"), "--config", path("assay.toml"), "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }
  json fill(const std::vector<std::string>& more = {}) {
    const auto ran = assay(command(more));
    EXPECT_EQ(ran.status, 0) << ran.err;
    said_ = ran.err;
    return json::parse(ran.out);
  }
  // As a browser showed the page before; it ended at the last of the addresses.
  void rendered(const std::vector<std::string>& chain, const std::string& html) {
    const io::SystemClock clock;
    web::RenderedPage page;
    for (const auto& url : chain) {
      web::Exchange exchange;
      exchange.url = url;
      exchange.at = clock.now();
      exchange.status = url == chain.back() ? 200 : 302;
      page.chain.push_back(exchange);
    }
    page.media_type = "text/html";
    page.html = html;
    page.url = chain.back();
    page.at = clock.now();
    web::RenderedCache(folder_ / "cache/assay/pages").store(chain.front(), page);
  }
  std::size_t asked(const std::string& url) const {
    std::size_t count = 0;
    for (const auto& one : web_.asked()) count += one.target == url ? 1 : 0;
    return count;
  }

  test::TempDir folder_;
  std::map<std::string, Reply> pages_;
  std::atomic<bool> down_ = false;
  std::string said_;
  test::LoopbackServer web_;
};

TEST_F(FillRules, SocialMediaAreRenderedWhenThatIsWanted) {
  const std::string post = "https://www.facebook.com/post/1";
  const std::string closed = "http://www.linkedin.com/x";  // by robots.txt, and a social medium
  const std::string shop = "https://www.ebay.com/itm/1";   // forbids programs, and is none
  pages_["http://www.linkedin.com/robots.txt"] = says("User-agent: *\nDisallow: /\n", "text/plain");
  rendered({post}, page_of("A post"));
  rendered({closed}, page_of("Another post"));
  rendered({shop}, page_of("A thing"));
  build({post, closed, shop});
  auto result = fill();
  EXPECT_EQ(result.at("filled"), 0);
  EXPECT_EQ(result.at("left"), (json{{"forbids_programs", 2}, {"robots", 1}}));
  // No more is needed than to say so.
  result = fill({"--render-social"});
  EXPECT_EQ(result.at("filled"), 2);
  EXPECT_EQ(result.at("rendered"), 2);
  EXPECT_EQ(result.at("left"), (json{{"forbids_programs", 1}}));
}

TEST_F(FillRules, ASocialMediumThatLeadsToAFactCheckIsNotTaken) {
  const std::string post = "https://www.facebook.com/moved/1";
  rendered({post, "https://www.snopes.com/news/tower"}, page_of("The tower"));
  build({post});
  const auto result = fill({"--render-social"});
  EXPECT_EQ(result.at("filled"), 0);
  EXPECT_EQ(result.at("left"), (json{{"fact_check", 1}}));
}

TEST_F(FillRules, WhatWasNotTriedIsTriedTheNextTime) {
  const std::string news = "http://news.example.org/tower";
  pages_[news] = says(page_of("The tower"));
  build({news});
  EXPECT_EQ(fill({"--offline"}).at("left"), (json{{"not_cached", 1}}));
  EXPECT_EQ(fill().at("filled"), 1);
}

TEST_F(FillRules, AnotherDateIsAnotherQuestion) {
  const std::string news = "http://news.example.org/tower";
  pages_[news] = says(page_of("The tower"));
  build({news});
  EXPECT_EQ(fill({"--before", "2019-05-01"}).at("left"), (json{{"too_late", 1}}));
  EXPECT_EQ(fill({"--before", "2018-05-01"}).at("tried_before"), 1);
  EXPECT_EQ(fill({"--before", "2019-05-02"}).at("filled"), 1);
}

TEST_F(FillRules, AnAddressOfManyClaimsIsAskedForOnce) {
  const std::string news = "http://news.example.org/tower";
  auto slow = says(page_of("The tower"));
  slow.delay = std::chrono::milliseconds(300);
  pages_[news] = slow;
  build({news});
  for (int i = 1; i < 8; ++i)
    test::write(folder_ / ("kb/" + std::to_string(i) + ".json"),
                json{{"claim_id", i}, {"url", news}, {"url2text", json::array()}}.dump() + "\n");
  ASSERT_EQ(
      assay({"index", "build", "--from", "averitec-kb", path("kb"), "--out", path("store")}).status,
      0);
  EXPECT_EQ(fill().at("filled"), 8);
  EXPECT_EQ(asked(news), 1U);
}

TEST_F(FillRules, ADryRunSaysWhatWouldBeFetched) {
  const std::string news = "http://news.example.org/tower";
  build({news, "https://www.snopes.com/x", "https://www.facebook.com/post/1"});
  const auto dry = fill({"--dry-run"});
  EXPECT_EQ(dry.at("pages"), (json{{news, 1}}));
  EXPECT_EQ(dry.at("left"), (json{{"fact_check", 1}, {"forbids_programs", 1}}));
  EXPECT_EQ(web_.asked_count(), 0U);
  const auto text =
      assay({"index", "fill", path("store"), "--config", path("assay.toml"), "--dry-run"});
  EXPECT_THAT(text.out, HasSubstr("would be fetched: 1 page of 1 site: news.example.org 1"));
}

TEST_F(FillRules, SaysWhereNoDateIsKnown) {
  build({"http://news.example.org/tower"}, false);
  fill();
  EXPECT_THAT(said_, HasSubstr("no date is known of 1 claim"));
  fill({"--before", "2020-01-01"});
  EXPECT_EQ(said_, "");
}

TEST_F(FillRules, GoesOnAfterAKill) {
  constexpr int claims = 12;
  for (int i = 0; i < claims; ++i) {
    const auto url = "http://news" + std::to_string(i) + ".example.org/page";
    auto page = says(page_of("Page " + std::to_string(i)));
    page.delay = std::chrono::milliseconds(i < 6 ? 0 : 1500);
    pages_[url] = page;
    test::write(folder_ / ("kb/" + std::to_string(i) + ".json"),
                json{{"claim_id", i}, {"url", url}, {"url2text", json::array()}}.dump() + "\n");
  }
  ASSERT_EQ(
      assay({"index", "build", "--from", "averitec-kb", path("kb"), "--out", path("store")}).status,
      0);
  const auto filled = [&] {
    return json::parse(assay({"index", "info", path("store"), "--json"}).out)
        .at("filled")
        .get<int>();
  };
  const auto child = ::fork();
  if (child == 0) {
    ::setenv("XDG_CACHE_HOME", path("cache").c_str(), 1);
    auto arguments = command({});
    arguments.insert(arguments.begin(), test::program().string());
    std::vector<char*> raw;
    for (auto& argument : arguments) raw.push_back(argument.data());
    raw.push_back(nullptr);
    if (::freopen("/dev/null", "w", stdout) != nullptr) ::execv(raw[0], raw.data());
    ::_exit(127);
  }
  for (int i = 0; i < 100 && filled() == 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status)) << "it was done before it could be killed";
  const auto before = filled();
  ASSERT_GT(before, 0);
  ASSERT_LT(before, claims);
  for (auto& [url, page] : pages_) page.delay = std::chrono::milliseconds(0);
  EXPECT_EQ(fill().at("filled"), claims - before);
  EXPECT_EQ(filled(), claims);
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(asked("http://news" + std::to_string(i) + ".example.org/page"), 1U) << i;
}

TEST_F(FillRules, RendersPagesThatNeedIt) {
  if (test::run({"sh", "-c", "command -v chromium"}).status != 0)
    GTEST_SKIP() << "Chromium is not here";
  const std::string app = "http://app.example.org/story";
  pages_[app] = says(
      "<html lang='en'><head><title>Opened</title></head><body><div id='root'></div><noscript>You "
      "need to enable JavaScript to run this app.</noscript><script>document.getElementById('root')"
      ".innerHTML = '<article><h1>Opened in 1889</h1><p>" +
      words + "</p><p>" + words + "</p></article>';</script></body></html>");
  build({app});
  EXPECT_EQ(fill().at("left"), (json{{"needs_browser", 1}}));
  write_config("");
  const auto result = fill();
  if (result.at("left").contains("needs_browser")) GTEST_SKIP() << "no browser runs here";
  EXPECT_EQ(result.at("filled"), 1);
  EXPECT_EQ(result.at("rendered"), 1);
}

}  // namespace
}  // namespace assay
