#include "web/fetch/fetcher.h"

#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <map>
#include <optional>

#include "io/when_all.h"
#include "support/await.h"
#include "support/loopback_server.h"
#include "support/support.h"
#include "web/web_of_pages.h"

namespace assay::web {
namespace {

using namespace std::chrono_literals;
using test::Asked;
using test::Fault;
using test::LoopbackServer;
using test::Reply;
using Kind = FetchFailure::Kind;

struct StoppedClock : io::Clock {
  core::Timestamp now() const override { return time; }
  core::Timestamp time{1'700'000'000'000};
};

class FetcherTest : public WebOfPages {
 protected:
  FetcherTest() {
    options_.proxy = web_.url();
    options_.politeness.pause = 0ms;
  }

  Fetcher::Page fetch(const std::string& url) {
    const Fetcher fetcher(loop_.get_executor(), clock_, options_);
    return test::await(loop_, fetcher.fetch(url));
  }

  std::optional<FetchFailure> failure(const std::string& url) {
    return failure_of([&] { fetch(url); });
  }

  FetchOptions options_;
  StoppedClock clock_;
  boost::asio::io_context loop_;
};

TEST_F(FetcherTest, BringsAPageAsItCame) {
  pages_["http://news.example.org/a?b=c"] =
      says("<p>words</p>", "Text/HTML; Charset=\"ISO-8859-1\"");
  const auto page = fetch("http://news.example.org/a?b=c#part");
  EXPECT_EQ(page->page().body, "<p>words</p>");
  EXPECT_EQ(page->page().status, 200);
  EXPECT_EQ(page->page().at, clock_.time);
  EXPECT_EQ(page->media_type, "text/html");
  EXPECT_EQ(page->charset, "iso-8859-1");
  EXPECT_EQ(page->addresses(), std::vector<std::string>{"http://news.example.org/a?b=c"});
  for (const auto& one : web_.asked())
    EXPECT_EQ(one.header("User-Agent"), options_.user_agent) << one.target;
}

TEST_F(FetcherTest, RedirectsAreFollowedAndKept) {
  pages_["http://short.example/x"] = sends_on("//news.example.org/old", 301);
  pages_["http://news.example.org/old"] = sends_on("/new#top");
  pages_["http://news.example.org/new"] = says("here");
  const auto page = fetch("http://short.example/x");
  EXPECT_EQ(page->page().body, "here");
  EXPECT_EQ(page->addresses(),
            (std::vector<std::string>{"http://short.example/x", "http://news.example.org/old",
                                      "http://news.example.org/new"}));
}

TEST_F(FetcherTest, RedirectsAreBounded) {
  pages_["http://a.example/"] = sends_on("http://b.example/");
  pages_["http://b.example/"] = sends_on("http://a.example/");
  EXPECT_EQ(failure("http://a.example/")->kind, Kind::redirects);
  for (int i = 0; i < 40; ++i)
    pages_["http://a.example/" + std::to_string(i)] = sends_on("/" + std::to_string(i + 1));
  const auto error = failure("http://a.example/0");
  EXPECT_EQ(error->kind, Kind::redirects);
  EXPECT_EQ(error->chain.size(), 11U);
  pages_["http://a.example/file"] = sends_on("file:///etc/passwd");
  EXPECT_EQ(failure("http://a.example/file")->kind, Kind::redirects);
}

TEST_F(FetcherTest, NoRedirectLeadsInside) {
  for (const std::string host : {"127.0.0.1", "[::1]", "169.254.169.254", "localhost", "0x7f.1"}) {
    pages_["http://a.example/"] = sends_on("http://" + host + "/secret");
    EXPECT_EQ(failure("http://a.example/")->kind, Kind::forbidden) << host;
    EXPECT_EQ(failure("http://" + host + "/secret")->kind, Kind::forbidden) << host;
    EXPECT_EQ(asked("http://" + host + "/secret"), 0U);
  }
}

TEST_F(FetcherTest, InnerPagesAreFetchedWhereThatIsAllowed) {
  options_.proxy.clear();
  const LoopbackServer inside([](const Asked&) { return says("inside"); });
  EXPECT_EQ(failure(inside.url("/a"))->kind, Kind::forbidden);
  options_.private_hosts = true;
  EXPECT_EQ(fetch(inside.url("/a"))->page().body, "inside");
}

TEST_F(FetcherTest, RobotsAreObeyedAndReadOnce) {
  pages_["http://a.example/robots.txt"] = says("User-agent: *\nDisallow: /private\n", "text/plain");
  pages_["http://a.example/open"] = says("open");
  pages_["http://a.example/private/x"] = says("private");
  pages_["http://b.example/"] = sends_on("http://a.example/private/x");
  const Fetcher fetcher(loop_.get_executor(), clock_, options_);
  EXPECT_EQ(test::await(loop_, fetcher.fetch("http://a.example/open"))->page().body, "open");
  for (const auto* url : {"http://a.example/private/x", "http://b.example/"}) {
    try {
      test::await(loop_, fetcher.fetch(url));
      ADD_FAILURE();
    } catch (const FetchFailure& error) {
      EXPECT_EQ(error.kind, Kind::robots) << error.what();
    }
  }
  EXPECT_EQ(asked("http://a.example/robots.txt"), 1U);
  EXPECT_EQ(asked("http://a.example/private/x"), 0U);
  EXPECT_EQ(test::await(loop_, fetcher.fetch_part("http://a.example/private/x"))->page().body,
            "private");
  options_.robots = false;
  EXPECT_EQ(fetch("http://a.example/private/x")->page().body, "private");
}

TEST_F(FetcherTest, ASiteWhoseRobotsFailIsClosed) {
  pages_["http://a.example/robots.txt"] = says("", "text/plain", 503);
  pages_["http://a.example/"] = says("page");
  EXPECT_EQ(failure("http://a.example/")->kind, Kind::robots);
  pages_["http://a.example/robots.txt"] = says("", "text/plain", 403);
  EXPECT_EQ(fetch("http://a.example/")->page().body, "page");
}

TEST_F(FetcherTest, ErrorsSayWhatTheyAre) {
  const auto error = failure("http://a.example/gone?token=secret");
  EXPECT_EQ(error->kind, Kind::status);
  EXPECT_EQ(error->status, 404);
  EXPECT_EQ(std::string(error->what()).find("secret"), std::string::npos);
  EXPECT_EQ(failure("javascript:alert(1)")->kind, Kind::unusable);
  EXPECT_EQ(failure("")->kind, Kind::unusable);
  EXPECT_EQ(failure("ftp://a.example/")->kind, Kind::unusable);
  Reply endless = says("0123456789");
  endless.fault = Fault::endless_body;
  pages_["http://a.example/endless"] = endless;
  options_.bytes = 1 << 20;
  EXPECT_EQ(failure("http://a.example/endless")->kind, Kind::too_large);
  Reply slow = says(std::string(10'000, 'x'));
  slow.fault = Fault::slow_body;
  pages_["http://a.example/slow"] = slow;
  options_.time = 500ms;
  EXPECT_EQ(failure("http://a.example/slow")->kind, Kind::timeout);
  Reply half = says(std::string(1'000, 'x'));
  half.fault = Fault::half_body;
  pages_["http://a.example/half"] = half;
  EXPECT_EQ(failure("http://a.example/half")->kind, Kind::broken);
  Reply headers = says("x");
  headers.fault = Fault::endless_headers;
  pages_["http://a.example/headers"] = headers;
  options_.time = 20s;
  EXPECT_EQ(failure("http://a.example/headers")->kind, Kind::too_large);
}

TEST_F(FetcherTest, TheCacheSparesTheWeb) {
  const test::TempDir folder;
  options_.cache = folder / "pages";
  auto page = says("first");
  page.headers.emplace_back("ETag", "\"v1\"");
  pages_["http://a.example/"] = page;
  EXPECT_FALSE(fetch("http://a.example/")->page().cached);
  clock_.time.milliseconds += 60'000;
  const auto again = fetch("http://a.example/");
  EXPECT_TRUE(again->page().cached);
  EXPECT_EQ(again->page().body, "first");
  EXPECT_EQ(again->page().at.milliseconds, clock_.time.milliseconds - 60'000);
  EXPECT_EQ(asked("http://a.example/"), 1U);

  // Old by now: the server is asked whether it is still the same.
  clock_.time.milliseconds += 2 * 24 * 60 * 60 * 1000L;
  pages_["http://a.example/"] = says("", "text/html", 304);
  const auto same = fetch("http://a.example/");
  EXPECT_EQ(same->page().body, "first");
  EXPECT_EQ(same->page().status, 200);
  EXPECT_EQ(same->page().at, clock_.time);
  EXPECT_EQ(web_.asked().back().header("If-None-Match"), "\"v1\"");

  options_.offline = true;
  clock_.time.milliseconds += 900L * 24 * 60 * 60 * 1000;
  const auto asked_before = web_.asked_count();
  EXPECT_EQ(fetch("http://a.example/")->page().body, "first");
  EXPECT_EQ(failure("http://a.example/other")->kind, Kind::not_cached);
  EXPECT_EQ(web_.asked_count(), asked_before);
}

// A check must run again without the web, whatever the pages that it rests on say of caches.
TEST_F(FetcherTest, WhatSaysNoStoreIsAskedForAgainUnlessOffline) {
  const test::TempDir folder;
  options_.cache = folder / "pages";
  options_.robots = false;
  auto page = says("secret");
  page.headers.emplace_back("Cache-Control", "private, no-store");
  pages_["http://a.example/"] = page;
  fetch("http://a.example/");
  EXPECT_FALSE(fetch("http://a.example/")->page().cached);
  EXPECT_EQ(asked("http://a.example/"), 2U);
  options_.offline = true;
  EXPECT_EQ(fetch("http://a.example/")->page().body, "secret");
  EXPECT_EQ(asked("http://a.example/"), 2U);
}

TEST_F(FetcherTest, ADamagedCacheIsNone) {
  const test::TempDir folder;
  options_.cache = folder / "pages";
  options_.robots = false;
  pages_["http://a.example/"] = says("good");
  fetch("http://a.example/");
  for (const auto& file : std::filesystem::recursive_directory_iterator(folder / "pages"))
    if (file.is_regular_file()) test::write(file.path(), test::read(file.path()) + "tampered");
  EXPECT_FALSE(fetch("http://a.example/")->page().cached);
}

TEST_F(FetcherTest, FewAtOnceToOneHostManyToAll) {
  for (int i = 0; i < 8; ++i)
    for (const std::string host : {"a", "b", "c"}) {
      auto page = says("x");
      page.delay = 200ms;
      pages_["http://" + host + ".example/" + std::to_string(i)] = page;
    }
  options_.robots = false;
  options_.politeness.at_once = 2;
  const Fetcher fetcher(loop_.get_executor(), clock_, options_);
  std::vector<boost::asio::awaitable<Fetcher::Page>> all;
  for (int i = 0; i < 8; ++i)
    for (const std::string host : {"a", "b", "c"})
      all.push_back(fetcher.fetch("http://" + host + ".example/" + std::to_string(i)));
  const auto began = std::chrono::steady_clock::now();
  auto outcomes = test::await(loop_, io::when_all(std::move(all), 24));
  const auto took = std::chrono::steady_clock::now() - began;
  for (auto& outcome : outcomes) EXPECT_EQ(outcome.get()->page().body, "x");
  EXPECT_GE(took, 4 * 200ms);  // two at a time of eight
  EXPECT_LT(took, 24 * 200ms);
}

TEST_F(FetcherTest, APauseIsKeptBetweenPagesOfOneHost) {
  options_.robots = false;
  options_.politeness.pause = 80ms;
  for (int i = 0; i < 4; ++i) pages_["http://a.example/" + std::to_string(i)] = says("x");
  const Fetcher fetcher(loop_.get_executor(), clock_, options_);
  std::vector<boost::asio::awaitable<Fetcher::Page>> all;
  for (int i = 0; i < 4; ++i) all.push_back(fetcher.fetch("http://a.example/" + std::to_string(i)));
  const auto began = std::chrono::steady_clock::now();
  test::await(loop_, io::when_all(std::move(all), 4));
  EXPECT_GE(std::chrono::steady_clock::now() - began, 3 * 80ms);
}

}  // namespace
}  // namespace assay::web
