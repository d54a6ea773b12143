#include "models/providers/payload.h"
#include "web/search_fixture.h"

// Each service's dialect, but Serper's, which has a test of its own.
namespace assay::web {
namespace {

using Kind = SearchFailure::Kind;

class ProvidersTest : public SearchTest {};

TEST_F(ProvidersTest, BraveWebNewsAndPictures) {
  const LoopbackServer server([](const Asked& asked) {
    const auto path = path_of_target(asked.target);
    if (path == "/res/v1/web/search")
      return reply_of({{"query", {{"more_results_available", false}}},
                       {"web",
                        {{"results",
                          {{{"title", "Moon"},
                            {"url", "https://a.org/1"},
                            {"description",
                             "The <strong>moon"
                             "</strong>"},
                            {"page_age", "2021-02-03T10:00:00"},
                            {"age", "February 3, 2021"},
                            {"profile", {{"name", "The A"}}},
                            {"thumbnail", {{"src", "https://t.org/1"}, {"width", 200}}}},
                           {{"title", "Aged"},
                            {"url", "https://a.org/2"},
                            {"age", "2 weeks ago"},
                            {"meta_url", {{"hostname", "www.a.org"}}}}}}}}});
    if (path == "/res/v1/news/search")
      return reply_of({{"results", {{{"title", "News"}, {"url", "https://n.org/1"}}}}});
    return reply_of(
        {{"results",
          {{{"title", "Picture"},
            {"url", "https://p.org/page"},
            {"source", "p.org"},
            {"thumbnail", {{"src", "https://t.org/2"}, {"width", 500}}},
            {"properties", {{"url", "https://p.org/p.jpg"}, {"width", 1000}, {"height", 700}}}}}}});
  });
  auto question = query(SearchKind::web, 30);
  question.before = core::Date::of(2024, 3, 1);
  question.language = "ja";
  question.country = "jp";
  const auto web = search("brave", server, question);
  ASSERT_EQ(web.results.size(), 1U);
  EXPECT_EQ(web.results[0].snippet, "The moon");
  EXPECT_EQ(web.results[0].publisher, "The A");
  EXPECT_EQ(web.results[0].published, core::Date::of(2021, 2, 3));
  EXPECT_EQ(web.results[0].thumbnail->width, 200);
  ASSERT_EQ(web.excluded.size(), 1U);
  EXPECT_EQ(web.excluded[0].result.published, core::Date::of(2026, 11, 16));
  EXPECT_DOUBLE_EQ(web.effort.cost.value(), 0.005);
  const auto asked = server.asked().at(0);
  EXPECT_EQ(server.asked_count(), 1U);  // there were no more
  EXPECT_EQ(asked.header("x-subscription-token"), "sk-secret");
  const auto parameters = parameters_of(asked.target);
  EXPECT_EQ(parameters.at("q"), "moon landing");
  EXPECT_EQ(parameters.at("count"), "20");
  EXPECT_EQ(parameters.at("freshness"), "1990-01-01to2024-02-29");
  EXPECT_EQ(parameters.at("search_lang"), "jp");
  EXPECT_EQ(parameters.at("country"), "JP");

  question.kind = SearchKind::news;
  EXPECT_EQ(search("brave", server, question).results.size(), 1U);
  EXPECT_EQ(parameters_of(server.asked().at(1).target).at("count"), "30");
  question.kind = SearchKind::images;
  const auto images = search("brave", server, question);
  ASSERT_EQ(images.results.size(), 1U);
  EXPECT_EQ(images.results[0].image->url, "https://p.org/p.jpg");
  EXPECT_EQ(images.results[0].image->height, 700);
  EXPECT_EQ(images.results[0].url, "https://p.org/page");
  EXPECT_FALSE(parameters_of(server.asked().back().target).contains("freshness"));
}

TEST_F(ProvidersTest, BravePages) {
  const LoopbackServer server([](const Asked& asked) {
    const auto parameters = parameters_of(asked.target);
    const auto offset = parameters.contains("offset") ? parameters.at("offset") : "0";
    json list = json::array();
    for (int i = 0; i < 20; ++i)
      list.push_back(
          {{"title", "T"}, {"url", "https://a.org/" + offset + "-" + std::to_string(i)}});
    return reply_of({{"web", {{"results", list}}}});
  });
  EXPECT_EQ(search("brave", server, query(SearchKind::web, 45)).results.size(), 45U);
  EXPECT_EQ(server.asked_count(), 3U);
  EXPECT_EQ(parameters_of(server.asked().at(2).target).at("offset"), "2");
}

json google_items(int start, int many) {
  json items = json::array();
  for (int i = 0; i < many; ++i)
    items.push_back({{"title", "T"}, {"link", "https://a.org/" + std::to_string(start + i)}});
  return items;
}

TEST_F(ProvidersTest, GoogleProgrammableSearch) {
  const LoopbackServer server([](const Asked& asked) {
    const auto parameters = parameters_of(asked.target);
    if (parameters.contains("searchType"))
      return reply_of({{"items",
                        {{{"title", "Picture"},
                          {"link", "https://a.org/p.jpg"},
                          {"displayLink", "a.org"},
                          {"image",
                           {{"contextLink", "https://a.org/page"},
                            {"width", 640},
                            {"height", 480},
                            {"thumbnailLink", "https://t.org/1"},
                            {"thumbnailWidth", 64},
                            {"thumbnailHeight", 48}}}}}},
                       {"queries", json::object()}});
    const int start = parameters.contains("start") ? std::stoi(parameters.at("start")) : 1;
    auto items = google_items(start, std::stoi(parameters.at("num")));
    items[0]["snippet"] = "Mar 3, 2021 ... The moon is far";
    items[1]["pagemap"]["metatags"] = {{{"article:published_time", "2020-01-02T03:04:05Z"}}};
    return reply_of({{"items", items}, {"queries", {{"nextPage", {{{"count", 10}}}}}}});
  });
  auto question = query(SearchKind::web, 25);
  question.language = "de";
  question.before = core::Date::of(2021, 3, 1);
  const auto answer = search("google", server, question);
  EXPECT_EQ(answer.results.size(), 22U);  // three pages, the first of each too late
  EXPECT_EQ(answer.results[0].published, core::Date::of(2020, 1, 2));
  EXPECT_EQ(answer.excluded.size(), 3U);
  EXPECT_EQ(answer.effort.requests, 3);
  EXPECT_DOUBLE_EQ(answer.effort.cost.value(), 0.015);
  const auto asked = server.asked().at(2);
  EXPECT_EQ(path_of_target(asked.target), "/customsearch/v1");
  EXPECT_EQ(asked.header("x-goog-api-key"), "sk-secret");
  EXPECT_FALSE(contains(asked.target, "secret"));
  const auto parameters = parameters_of(asked.target);
  EXPECT_EQ(parameters.at("cx"), "engine-1");
  EXPECT_EQ(parameters.at("start"), "21");
  EXPECT_EQ(parameters.at("num"), "5");
  EXPECT_EQ(parameters.at("lr"), "lang_de");
  EXPECT_EQ(parameters.at("sort"), "date:r:19900101:20210228");

  const auto images = search("google", server, query(SearchKind::images));
  ASSERT_EQ(images.results.size(), 1U);
  EXPECT_EQ(images.results[0].url, "https://a.org/page");
  EXPECT_EQ(images.results[0].image->url, "https://a.org/p.jpg");
  EXPECT_EQ(images.results[0].image->width, 640);
  EXPECT_EQ(images.results[0].thumbnail->height, 48);

  const auto providers = make("google", server);
  EXPECT_EQ(providers.news, nullptr);
  EXPECT_FALSE(providers.web->can(SearchKind::news));
  const auto failed =
      failure([&] { test::await(loop_, providers.web->search(query(SearchKind::news))); });
  EXPECT_EQ(failed.kind, Kind::unsupported);
  EXPECT_TRUE(contains(failed.what(), "no search for news"));
}

TEST_F(ProvidersTest, SearXng) {
  const LoopbackServer server([](const Asked& asked) {
    const auto parameters = parameters_of(asked.target);
    const auto page = parameters.at("pageno");
    if (parameters.at("categories") == "images")
      return reply_of(
          {{"results",
            {{{"url", "https://a.org/page"},
              {"title", "P"},
              {"img_src", "//a.org/p.jpg"},
              {"resolution", "1920 x 1080"},
              {"thumbnail_src", "https://t.org/1"}},
             {{"url", "https://a.org/page"}, {"img_src", "data:image/png;base64,xx"}}}}});
    json list{{{"url", "https://a.org/" + page},
               {"title", "Early"},
               {"content", "text"},
               {"publishedDate", "2020-05-06T00:00:00"}},
              {{"url", "https://b.org/" + page},
               {"title", "Late"},
               {"publishedDate", "Wed, 03 Mar 2021 12:00:00 GMT"}},
              {{"url", "https://c.org/" + page}, {"title", "None"}, {"publishedDate", nullptr}}};
    if (page == "4") list = json::array();
    return reply_of(
        {{"results", list},
         {"unresponsive_engines", json::parse(R"([["duckduckgo","CAPTCHA"],["x","timeout"]])")}});
  });
  auto question = query(SearchKind::web, 10);
  question.before = core::Date::of(2021, 3, 1);
  SearchSettings settings;
  settings.provider = "searxng";
  settings.urls["searxng"] = server.url("/searx/search");  // as people copy it
  const auto answer = test::await(loop_, make(settings).web->search(question));
  EXPECT_EQ(answer.results.size(), 6U);
  EXPECT_EQ(answer.excluded.size(), 3U);
  EXPECT_EQ(answer.effort.requests, 4);
  EXPECT_EQ(answer.effort.cost, 0.0);
  EXPECT_EQ(answer.effort.incomplete, "engines that did not answer: duckduckgo, x");
  EXPECT_EQ(path_of_target(server.asked().at(0).target), "/searx/search");
  EXPECT_EQ(parameters_of(server.asked().at(0).target).at("format"), "json");

  const auto images = search("searxng", server, query(SearchKind::images));
  ASSERT_EQ(images.results.size(), 1U);
  EXPECT_EQ(images.results[0].image->url, "https://a.org/p.jpg");
  EXPECT_EQ(images.results[0].image->width, 1920);
  EXPECT_EQ(images.results[0].image->height, 1080);
}

TEST_F(ProvidersTest, AnInstanceWithoutJsonIsTold) {
  const LoopbackServer server([](const Asked&) {
    Reply reply;
    reply.status = 403;
    reply.body = "<!doctype html><title>403 Forbidden</title>";
    return reply;
  });
  const auto failed = failure([&] { search("searxng", server, query()); });
  EXPECT_TRUE(contains(failed.what(),
                       "SearXNG: the instance does not allow answers in JSON; add "
                       "`json` to `formats`"))
      << failed.what();
  EXPECT_FALSE(contains(failed.what(), "<"));
  EXPECT_EQ(server.asked_count(), 1U);
}

TEST_F(ProvidersTest, WikipediaAsItIs) {
  const LoopbackServer server([](const Asked&) {
    return reply_of({{"query",
                      {{"search",
                        {{{"title", "Moon landing"},
                          {"snippet", "A <span class=\"searchmatch\">Moon</span> x"},
                          {"timestamp", "2026-10-01T00:00:00Z"}},
                         {{"title", "C++ & the moon"}, {"snippet", "y"}},
                         {{"title", nullptr}}}}}}});
  });
  const auto answer = search("wikipedia", server, query());
  ASSERT_EQ(answer.results.size(), 2U);
  EXPECT_EQ(answer.results[0].url, server.url("/wiki/Moon_landing"));
  EXPECT_EQ(answer.results[0].snippet, "A Moon x");
  EXPECT_EQ(answer.results[0].publisher, "Wikipedia");
  EXPECT_EQ(answer.results[0].published, core::Date::of(2026, 10, 1));
  EXPECT_EQ(answer.results[1].url, server.url("/wiki/C%2B%2B_%26_the_moon"));
  EXPECT_EQ(answer.effort.cost, 0.0);
  const auto parameters = parameters_of(server.asked().at(0).target);
  EXPECT_EQ(parameters.at("srsearch"), "moon landing");
  EXPECT_EQ(parameters.at("srlimit"), "10");
}

TEST_F(ProvidersTest, WikipediaAsItWas) {
  const LoopbackServer server([](const Asked& asked) {
    const auto parameters = parameters_of(asked.target);
    if (parameters.contains("list"))
      return reply_of({{"query",
                        {{"search",
                          {{{"title", "Old page"},
                            {"snippet", "what nobody knew then"},
                            {"timestamp", "2026-01-01T00:00:00Z"}},
                           {{"title", "New page"}, {"timestamp", "2020-01-01T00:00:00Z"}},
                           {{"title", "Old page 2"}, {"timestamp", "2026-01-01T00:00:00Z"}}}}}}});
    if (parameters.at("titles") == "New page")
      return reply_of({{"query", {{"pages", {{{"title", "New page"}}}}}}});
    return reply_of(
        {{"query",
          {{"pages",
            {{{"title", parameters.at("titles")},
              {"revisions", {{{"revid", 987654}, {"timestamp", "2021-02-27T11:00:00Z"}}}}}}}}}});
  });
  auto question = query();
  question.before = core::Date::of(2021, 3, 1);
  const auto answer = search("wikipedia", server, question);
  ASSERT_EQ(answer.results.size(), 2U);
  EXPECT_EQ(answer.results[0].url, server.url("/w/index.php?title=Old_page&oldid=987654"));
  EXPECT_EQ(answer.results[0].snippet, "");
  EXPECT_EQ(answer.results[0].published, core::Date::of(2021, 2, 27));
  EXPECT_EQ(answer.results[1].title, "Old page 2");
  ASSERT_EQ(answer.excluded.size(), 1U);
  EXPECT_EQ(answer.excluded[0].result.title, "New page");
  EXPECT_EQ(answer.excluded[0].reason, "there was no such page then");
  EXPECT_EQ(answer.effort.requests, 4);
  bool asked_of_the_past = false;
  for (const auto& asked : server.asked()) {
    const auto parameters = parameters_of(asked.target);
    if (!parameters.contains("rvstart")) continue;
    EXPECT_EQ(parameters.at("rvstart"), "2021-02-28T23:59:59Z");
    EXPECT_EQ(parameters.at("rvdir"), "older");
    asked_of_the_past = true;
  }
  EXPECT_TRUE(asked_of_the_past);
}

TEST_F(ProvidersTest, WikipediaErrorsComeWithSuccess) {
  const LoopbackServer refuses([](const Asked&) {
    return reply_of({{"error", {{"code", "srsearch-text-disabled"}, {"info", "no text search"}}}});
  });
  const auto failed = failure([&] { search("wikipedia", refuses, query()); });
  EXPECT_TRUE(contains(failed.what(), "no text search")) << failed.what();
  int calls = 0;
  const LoopbackServer busy([&](const Asked&) {
    if (++calls == 1) return reply_of({{"error", {{"code", "ratelimited"}, {"info", "slow"}}}});
    return reply_of({{"query", {{"search", {{{"title", "T"}}}}}}});
  });
  const auto answer = search("wikipedia", busy, query());
  EXPECT_EQ(answer.results.size(), 1U);
  EXPECT_EQ(answer.effort.requests, 2);
}

TEST_F(ProvidersTest, GoogleVision) {
  const LoopbackServer server([](const Asked&) {
    return reply_of(json::parse(R"({"responses":[{"webDetection":{
      "webEntities":[{"description":"Moon","score":0.9},{"score":1},{"description":"moon landing"}],
      "pagesWithMatchingImages":[
        {"url":"https://p.org/partial","pageTitle":"Part","partialMatchingImages":[{"url":"https://p.org/c.jpg"}]},
        {"url":"https://f.org/2019/07/20/full","pageTitle":"The <b>moon</b>","fullMatchingImages":[{"url":"https://f.org/a.jpg"}]},
        {"url":"https://late.org/2024/07/20/x","fullMatchingImages":[{"url":"https://late.org/a.jpg"}]},
        {"pageTitle":"none"}, 7],
      "fullMatchingImages":[{"url":"https://f.org/a.jpg"},{"url":"https://alone.org/b.jpg"}],
      "visuallySimilarImages":[{"url":"https://s.org/s.jpg"},{"url":3}],
      "bestGuessLabels":[{"label":"moon landing","languageCode":"en"}]}}]})"));
  });
  const auto provider = make("google-vision", server).reverse;
  EXPECT_TRUE(provider->takes_bytes());
  PictureQuery question;
  question.bytes = std::string("\x89PNG\0x", 6);
  question.before = core::Date::of(2020, 1, 1);
  const auto answer = test::await(loop_, provider->search(question));
  ASSERT_EQ(answer.copies.size(), 4U);
  EXPECT_EQ(answer.copies[0].page, "https://f.org/2019/07/20/full");
  EXPECT_EQ(answer.copies[0].title, "The moon");
  EXPECT_EQ(answer.copies[0].kind, CopyKind::full);
  EXPECT_EQ(answer.copies[0].image, "https://f.org/a.jpg");
  EXPECT_EQ(answer.copies[1].kind, CopyKind::partial);
  EXPECT_EQ(answer.copies[2].page, "");
  EXPECT_EQ(answer.copies[2].image, "https://alone.org/b.jpg");
  EXPECT_EQ(answer.copies[3].kind, CopyKind::similar);
  EXPECT_EQ(answer.labels, (std::vector<std::string>{"moon landing", "Moon"}));
  ASSERT_EQ(answer.excluded.size(), 1U);
  EXPECT_EQ(answer.excluded[0].copy.page, "https://late.org/2024/07/20/x");
  EXPECT_DOUBLE_EQ(answer.effort.cost.value(), 0.0035);
  const auto asked = server.asked().at(0);
  EXPECT_EQ(asked.target, "/v1/images:annotate");
  EXPECT_EQ(asked.header("x-goog-api-key"), "sk-secret");
  const auto request = json::parse(asked.body).at("requests").at(0);
  EXPECT_EQ(request.at("image").at("content"), models::base64(question.bytes));
  EXPECT_EQ(request.at("features").at(0).at("type"), "WEB_DETECTION");

  // Too large to be sent: by its address, where it has one.
  question.bytes = std::string(7'000'001, 'x');
  EXPECT_EQ(failure([&] { test::await(loop_, provider->search(question)); }).kind,
            Kind::unsupported);
  question.address = "https://a.org/big.jpg";
  test::await(loop_, provider->search(question));
  EXPECT_EQ(json::parse(server.asked().back().body)["requests"][0]["image"]["source"]["imageUri"],
            question.address);
  EXPECT_EQ(failure([&] { test::await(loop_, provider->search(PictureQuery())); }).kind,
            Kind::unsupported);
}

TEST_F(ProvidersTest, APictureThatVisionCantUse) {
  const LoopbackServer server([](const Asked&) {
    return reply_of({{"responses", {{{"error", {{"code", 3}, {"message", "Bad image data."}}}}}}});
  });
  PictureQuery question;
  question.bytes = "x";
  const auto failed =
      failure([&] { test::await(loop_, make("google-vision", server).reverse->search(question)); });
  EXPECT_EQ(failed.kind, Kind::refused);
  EXPECT_TRUE(contains(failed.what(), "it can't use the picture: Bad image data."));
}

TEST_F(ProvidersTest, GoogleFactCheck) {
  const LoopbackServer server([](const Asked& asked) {
    const auto parameters = parameters_of(asked.target);
    if (parameters.contains("pageToken"))
      return reply_of(json::parse(R"({"claims":[{"text":"Second page","claimReview":[
        {"url":"https://c.org/9","textualRating":"True","publisher":{"site":"c.org"}}]}]})"));
    return reply_of(json::parse(R"({"nextPageToken":"abc&d","claims":[
      {"text":"The moon is &quot;cheese&quot;","claimant":"A man","claimDate":"2020-12-01T00:00:00Z",
       "claimReview":[
         {"publisher":{"name":"Checkers","site":"checkers.org"},"url":"https://checkers.org/1",
          "title":"No, it is not","reviewDate":"2021-01-02T00:00:00Z","textualRating":"False",
          "languageCode":"en-US"},
         {"publisher":{"name":"Late"},"url":"https://late.org/1","reviewDate":"2021-03-01"},
         {"publisher":7,"url":"javascript:x"}]},
      {"claimReview":"none"}, null]})"));
  });
  const auto provider = make("google-factcheck", server).factcheck;
  FactCheckQuery question;
  question.words = "moon cheese";
  question.language = "en-GB";
  question.before = core::Date::of(2021, 3, 1);
  const auto answer = test::await(loop_, provider->search(question));
  ASSERT_EQ(answer.reviews.size(), 2U);
  const auto& first = answer.reviews[0];
  EXPECT_EQ(first.claim, "The moon is \"cheese\"");
  EXPECT_EQ(first.claimant, "A man");
  EXPECT_EQ(first.claimed, core::Date::of(2020, 12, 1));
  EXPECT_EQ(first.url, "https://checkers.org/1");
  EXPECT_EQ(first.title, "No, it is not");
  EXPECT_EQ(first.publisher, "Checkers");
  EXPECT_EQ(first.site, "checkers.org");
  EXPECT_EQ(first.rating, "False");
  EXPECT_EQ(first.reviewed, core::Date::of(2021, 1, 2));
  EXPECT_EQ(first.language, "en");
  EXPECT_EQ(answer.reviews[1].publisher, "c.org");
  EXPECT_FALSE(answer.reviews[1].reviewed);
  ASSERT_EQ(answer.excluded.size(), 1U);
  EXPECT_EQ(answer.excluded[0].reason, "dated 2021-03-01, not before 2021-03-01");
  EXPECT_EQ(answer.effort.requests, 2);
  EXPECT_EQ(answer.effort.cost, 0.0);
  EXPECT_EQ(path_of_target(server.asked().at(0).target), "/v1alpha1/claims:search");
  EXPECT_EQ(parameters_of(server.asked().at(0).target).at("languageCode"), "en");
  EXPECT_EQ(parameters_of(server.asked().at(1).target).at("pageToken"), "abc&d");
}

}  // namespace
}  // namespace assay::web
