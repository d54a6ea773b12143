#include "web/make_search_providers.h"

#include "assay/core/error.h"
#include "web/search_fixture.h"
#include "web/search_prices.h"

namespace assay::web {
namespace {

class MakeTest : public SearchTest {
 protected:
  MakeTest() { variables_.clear(); }
  std::string error(const SearchSettings& settings) {
    try {
      make(settings);
    } catch (const core::UsageError& e) {
      EXPECT_FALSE(contains(e.what(), "sk-secret")) << e.what();
      return e.what();
    }
    return "no error";
  }
  // `serper brave brave - google-factcheck`.
  std::string names(const SearchSettings& settings) {
    const auto made = make(settings);
    const auto name = [](const auto& provider) {
      return provider ? provider->name() : std::string("-");
    };
    return name(made.web) + " " + name(made.news) + " " + name(made.images) + " " +
           name(made.reverse) + " " + name(made.factcheck);
  }
};

TEST_F(MakeTest, ByTheKeysThatAreThere) {
  EXPECT_EQ(names({}), "- - - - -");
  SearchSettings searxng;
  searxng.urls["searxng"] = "https://searx.example.org";
  EXPECT_EQ(names(searxng), "searxng searxng searxng - -");
  variables_["GOOGLE_API_KEY"] = "g";
  EXPECT_EQ(names({}), "- - - google-vision google-factcheck");
  variables_["GOOGLE_CSE_ID"] = "c";
  EXPECT_EQ(names({}), "google - google google-vision google-factcheck");
  EXPECT_EQ(names(searxng), "google searxng google google-vision google-factcheck");
  variables_["BRAVE_API_KEY"] = "b";
  EXPECT_EQ(names({}), "brave brave brave google-vision google-factcheck");
  variables_["SERPER_API_KEY"] = "s";
  EXPECT_EQ(names({}), "serper serper serper google-vision google-factcheck");
  variables_["SERPER_API_KEY"] = "  ";
  EXPECT_EQ(names({}), "brave brave brave google-vision google-factcheck");
  variables_.erase("GOOGLE_API_KEY");
  variables_["SERPER_API_KEY"] = " s\n";
  EXPECT_EQ(names({}), "serper serper serper serper -");
}

TEST_F(MakeTest, ByName) {
  variables_ = {{"SERPER_API_KEY", "s"}, {"BRAVE_API_KEY", "b"}, {"GOOGLE_API_KEY", "g"}};
  SearchSettings settings;
  settings.provider = "wikipedia";  // can't do news, and no other is asked in its place
  EXPECT_EQ(names(settings), "wikipedia - - google-vision google-factcheck");
  settings.news = "brave";
  settings.images = "serper";
  settings.reverse = "serper";
  settings.factcheck = "none";
  EXPECT_EQ(names(settings), "wikipedia brave serper serper -");
  settings = {};
  settings.provider = "none";
  EXPECT_EQ(names(settings), "- - - - -");
  settings.reverse = "google-vision";
  EXPECT_EQ(names(settings), "- - - google-vision -");
  settings = {};
  settings.images = "none";
  EXPECT_EQ(names(settings), "serper serper - google-vision google-factcheck");
}

TEST_F(MakeTest, WhatIsMissingIsSaid) {
  SearchSettings settings;
  settings.provider = "serper";
  EXPECT_EQ(error(settings), "Serper: no key: set SERPER_API_KEY");
  settings.provider = "google";
  EXPECT_EQ(error(settings), "Google Programmable Search: no key: set GOOGLE_API_KEY");
  variables_["GOOGLE_API_KEY"] = "g";
  EXPECT_EQ(error(settings),
            "Google Programmable Search: no ID of a search engine: set GOOGLE_CSE_ID");
  variables_.clear();
  settings.provider = "searxng";
  EXPECT_EQ(error(settings),
            "SearXNG: no address: set ASSAY_SEARXNG_URL, or searxng in [search.urls]");
  settings = {};
  settings.factcheck = "google-factcheck";
  EXPECT_EQ(error(settings), "Google Fact Check Tools: no key: set GOOGLE_API_KEY");
  variables_["BRAVE_API_KEY"] = "sk-secret and more";
  EXPECT_TRUE(contains(error({}), "BRAVE_API_KEY holds more than a key"));
}

TEST_F(MakeTest, SettingsThatAreNone) {
  const auto refused = [&](auto change) {
    SearchSettings settings;
    change(settings);
    return error(settings);
  };
  EXPECT_EQ(refused([](auto& s) { s.provider = "bing"; }),
            "search: provider: 'bing' is no service for it; known are: serper, brave, google, "
            "searxng, wikipedia, none");
  EXPECT_TRUE(contains(refused([](auto& s) { s.news = "google"; }), "search: news: 'google'"));
  EXPECT_TRUE(contains(refused([](auto& s) { s.reverse = "brave"; }), "known are: serper, goo"));
  EXPECT_TRUE(contains(refused([](auto& s) { s.factcheck = "x"; }), "google-factcheck, none"));
  EXPECT_TRUE(contains(refused([](auto& s) { s.language = "English"; }), "ISO 639"));
  EXPECT_TRUE(contains(refused([](auto& s) { s.country = "usa"; }), "two letters"));
  EXPECT_TRUE(contains(refused([](auto& s) { s.urls["brave"] = "ftp://x"; }), "http or https"));
  EXPECT_TRUE(contains(refused([](auto& s) { s.urls["bing"] = "http://x"; }), "is no service"));
  EXPECT_TRUE(contains(refused([](auto& s) { s.prices["brave"] = -1; }), "US dollars a request"));
}

TEST_F(MakeTest, PricesCanBeSet) {
  variables_["BRAVE_API_KEY"] = "b";
  const LoopbackServer server([](const Asked&) { return reply_of({{"web", json::object()}}); });
  SearchSettings settings;
  settings.urls["brave"] = server.url();
  settings.prices["brave"] = 0.25;
  const auto answer = test::await(loop_, make(settings).web->search(query()));
  EXPECT_DOUBLE_EQ(answer.effort.cost.value(), 0.25);
}

TEST_F(MakeTest, EveryServiceHasADatedPrice) {
  for (const auto& service : search_services()) {
    const auto price = search_price(service);
    ASSERT_TRUE(price) << service;
    EXPECT_TRUE(price->noted) << service;
    EXPECT_FALSE(price->origin.empty()) << service;
  }
  EXPECT_FALSE(search_price("bing"));
}

TEST_F(MakeTest, OptionsTellServicesApart) {
  variables_ = {{"SERPER_API_KEY", "s"}, {"BRAVE_API_KEY", "b"}};
  SearchSettings settings;
  const auto serper = make(settings).web->options();
  settings.provider = "brave";
  EXPECT_NE(make(settings).web->options(), serper);
  settings.provider.clear();
  settings.urls["serper"] = "http://127.0.0.1:1/";
  EXPECT_NE(make(settings).web->options(), serper);
}

}  // namespace
}  // namespace assay::web
