#include "web/search_fixture.h"

namespace assay::web {
namespace {

using Kind = SearchFailure::Kind;

class SerperTest : public SearchTest {};

TEST_F(SerperTest, PagesOfTheWeb) {
  const LoopbackServer server([](const Asked&) {
    return reply_of(
        {{"organic",
          {{{"title", "The <b>moon</b> &amp; we"},
            {"link", "https://www.example.org/moon?utm_source=x"},
            {"snippet", "Men on the moon &hellip;"},
            {"date", "Mar 3, 2021"},
            {"position", 1}},
           {{"title", "The same"}, {"link", "http://example.org/moon#part"}},
           {{"title", "No page"}, {"link", "javascript:alert(1)"}},
           {{"title", "Fresh"}, {"link", "https://news.example.com/x"}, {"date", "3 days ago"}}}},
         {"credits", 2}});
  });
  auto question = query();
  question.language = "de-DE";
  question.country = "AT";
  const auto answer = search("serper", server, question);
  ASSERT_EQ(answer.results.size(), 2U);
  const auto& first = answer.results.front();
  EXPECT_EQ(first.url, "https://www.example.org/moon?utm_source=x");
  EXPECT_EQ(first.title, "The moon & we");
  EXPECT_EQ(first.snippet, "Men on the moon …");
  EXPECT_EQ(first.publisher, "example.org");
  EXPECT_EQ(first.published, core::Date::of(2021, 3, 3));
  EXPECT_FALSE(first.image || first.thumbnail);
  EXPECT_EQ(first.rank, 1);
  EXPECT_EQ(answer.results.back().published, core::Date::of(2026, 11, 27));
  EXPECT_EQ(answer.results.back().rank, 4);
  EXPECT_EQ(answer.effort.requests, 1);
  EXPECT_DOUBLE_EQ(answer.effort.cost.value(), 0.002);  // two credits
  EXPECT_EQ(answer.effort.incomplete, "");

  const auto asked = server.asked();
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_EQ(asked[0].method, "POST");
  EXPECT_EQ(asked[0].target, "/search");
  EXPECT_EQ(asked[0].header("x-api-key"), "sk-secret");
  EXPECT_EQ(json::parse(asked[0].body),
            json::parse(R"({"q":"moon landing","num":10,"gl":"at","hl":"de"})"));
}

TEST_F(SerperTest, BeforeIsAskedForAndKept) {
  const LoopbackServer server([](const Asked&) {
    return reply_of({{"news",
                      {{{"title", "Early"},
                        {"link", "https://a.org/1"},
                        {"date", "Feb 28, 2021"},
                        {"source", "The A"},
                        {"imageUrl", "https://a.org/1.jpg"}},
                       {{"title", "That day"}, {"link", "https://a.org/2"}, {"date", "2021-03-01"}},
                       {{"title", "Later"}, {"link", "https://a.org/3"}, {"date", "2 hours ago"}},
                       {{"title", "Late by its address"}, {"link", "https://a.org/2021/03/05/x"}},
                       {{"title", "No date"}, {"link", "https://a.org/4"}}}}});
  });
  auto question = query(SearchKind::news);
  question.before = core::Date::of(2021, 3, 1);
  const auto answer = search("serper", server, question);
  ASSERT_EQ(answer.results.size(), 2U);
  EXPECT_EQ(answer.results[0].title, "Early");
  EXPECT_EQ(answer.results[0].publisher, "The A");
  EXPECT_EQ(answer.results[0].thumbnail->url, "https://a.org/1.jpg");
  EXPECT_FALSE(answer.results[0].image);
  EXPECT_EQ(answer.results[1].title, "No date");
  ASSERT_EQ(answer.excluded.size(), 3U);
  EXPECT_EQ(answer.excluded[0].reason, "dated 2021-03-01, not before 2021-03-01");
  EXPECT_EQ(answer.excluded[1].reason, "dated 2026-11-30, not before 2021-03-01");
  EXPECT_EQ(answer.excluded[2].result.published, core::Date::of(2021, 3, 5));
  const auto asked = server.asked().at(0);
  EXPECT_EQ(asked.target, "/news");
  EXPECT_EQ(json::parse(asked.body).at("tbs"), "cdr:1,cd_max:02/28/2021");
}

TEST_F(SerperTest, Pictures) {
  const LoopbackServer server([](const Asked&) {
    return reply_of({{"images",
                      {{{"title", "Moon"},
                        {"imageUrl", "https://a.org/moon.jpg"},
                        {"imageWidth", 1200},
                        {"imageHeight", 800},
                        {"thumbnailUrl", "https://t.org/1"},
                        {"thumbnailWidth", 120},
                        {"thumbnailHeight", 80},
                        {"source", "The A"},
                        {"link", "https://a.org/page"}},
                       {{"title", "Another of that page"},
                        {"imageUrl", "https://a.org/other.jpg"},
                        {"imageWidth", -5},
                        {"imageHeight", 1e300},
                        {"link", "https://a.org/page"}},
                       {{"title", "Same picture"},
                        {"imageUrl", "http://a.org/moon.jpg"},
                        {"link", "https://b.org/"}},
                       {{"title", "No picture"}, {"link", "https://b.org/2"}}}}});
  });
  const auto answer = search("serper", server, query(SearchKind::images, 20));
  ASSERT_EQ(answer.results.size(), 2U);
  const auto& first = answer.results[0];
  EXPECT_EQ(first.url, "https://a.org/page");
  EXPECT_EQ(first.image->url, "https://a.org/moon.jpg");
  EXPECT_EQ(first.image->width, 1200);
  EXPECT_EQ(first.image->height, 800);
  EXPECT_EQ(first.thumbnail->url, "https://t.org/1");
  EXPECT_EQ(first.thumbnail->width, 120);
  EXPECT_EQ(first.publisher, "The A");
  EXPECT_EQ(answer.results[1].image->width, 0);
  EXPECT_EQ(answer.results[1].image->height, 0);
  EXPECT_EQ(json::parse(server.asked().at(0).body).at("num"), 20);
  EXPECT_DOUBLE_EQ(answer.effort.cost.value(), 0.002);  // more than ten
}

json ten(int page, int from = 0) {
  json list = json::array();
  for (int i = from; i < 10; ++i)
    list.push_back({{"title", "T"},
                    {"link", "https://a.org/" + std::to_string(page) + "/" + std::to_string(i)}});
  return {{"organic", list}};
}

TEST_F(SerperTest, AsManyPagesAsTheResultsNeed) {
  const LoopbackServer server(
      [](const Asked& asked) { return reply_of(ten(json::parse(asked.body).value("page", 1))); });
  const auto answer = search("serper", server, query(SearchKind::web, 25));
  EXPECT_EQ(answer.results.size(), 25U);
  EXPECT_EQ(answer.results.back().rank, 25);
  EXPECT_EQ(answer.effort.requests, 3);
  EXPECT_DOUBLE_EQ(answer.effort.cost.value(), 0.003);
  EXPECT_FALSE(json::parse(server.asked().at(0).body).contains("page"));
  EXPECT_EQ(json::parse(server.asked().at(2).body).at("page"), 3);
}

TEST_F(SerperTest, NoMoreIsPaidForThanWasAsked) {
  const LoopbackServer server([](const Asked&) { return reply_of(ten(1, 4)); });
  EXPECT_EQ(search("serper", server, query()).results.size(), 6U);
  EXPECT_EQ(server.asked_count(), 1U);
}

TEST_F(SerperTest, AnEmptyPageIsTheLast) {
  const LoopbackServer server([](const Asked& asked) {
    return reply_of(json::parse(asked.body).contains("page") ? json{{"organic", json::array()}}
                                                             : ten(1));
  });
  EXPECT_EQ(search("serper", server, query(SearchKind::web, 100)).results.size(), 10U);
  EXPECT_EQ(server.asked_count(), 2U);
}

TEST_F(SerperTest, WhatEarlierPagesBroughtStays) {
  const LoopbackServer server([](const Asked& asked) {
    if (!json::parse(asked.body).contains("page")) return reply_of(ten(1));
    return reply_of({{"message", "Not enough credits, sk-secret"}}, 400);
  });
  const auto answer = search("serper", server, query(SearchKind::web, 30));
  EXPECT_EQ(answer.results.size(), 10U);
  EXPECT_EQ(answer.effort.requests, 2);
  EXPECT_TRUE(contains(answer.effort.incomplete, "page 2: Serper: nothing is left"))
      << answer.effort.incomplete;
  EXPECT_FALSE(contains(answer.effort.incomplete, "secret"));
}

TEST_F(SerperTest, TheNumberOfResultsIsBounded) {
  const LoopbackServer server(
      [](const Asked& asked) { return reply_of(ten(json::parse(asked.body).value("page", 1))); });
  EXPECT_EQ(search("serper", server, query(SearchKind::web, 100'000)).results.size(), 100U);
  EXPECT_EQ(search("serper", server, query(SearchKind::web, 0)).results.size(), 1U);
  EXPECT_EQ(server.asked_count(), 11U);
}

TEST_F(SerperTest, NothingToSearchForIsRefused) {
  const LoopbackServer server([](const Asked&) { return reply_of(ten(1)); });
  auto question = query();
  question.words = " \n\t ";
  const auto failed = failure([&] { search("serper", server, question); });
  EXPECT_EQ(failed.kind, Kind::refused);
  EXPECT_STREQ(failed.what(), "Serper: there are no words to search for");
  EXPECT_EQ(server.asked_count(), 0U);
  question.words = std::string(100'000, 'x') + " y";
  search("serper", server, question);
  EXPECT_EQ(json::parse(server.asked().at(0).body).at("q").get<std::string>().size(), 2000U);
}

TEST_F(SerperTest, SearchByThePicturesAddress) {
  const LoopbackServer server([](const Asked&) {
    return reply_of({{"organic",
                      {{{"title", "Moon &amp; I"},
                        {"source", "The A"},
                        {"link", "https://a.org/2019/07/20/page"},
                        {"imageUrl", "https://a.org/1.jpg"},
                        {"thumbnailUrl", "https://t.org/1"}},
                       {{"title", "Twice"}, {"link", "https://a.org/2019/07/20/page/"}},
                       {{"title", "Late"}, {"link", "https://b.org/2021/07/20/x"}},
                       {{"title", 5}, {"link", nullptr}},
                       "text"}}});
  });
  const auto provider = make("serper", server).reverse;
  EXPECT_FALSE(provider->takes_bytes());
  PictureQuery question;
  question.address = "https://a.org/1.jpg";
  question.before = core::Date::of(2020, 1, 1);
  const auto answer = test::await(loop_, provider->search(question));
  ASSERT_EQ(answer.copies.size(), 1U);
  EXPECT_EQ(answer.copies[0].page, "https://a.org/2019/07/20/page");
  EXPECT_EQ(answer.copies[0].title, "Moon & I");
  EXPECT_EQ(answer.copies[0].publisher, "The A");
  EXPECT_EQ(answer.copies[0].image, "https://a.org/1.jpg");
  EXPECT_EQ(answer.copies[0].kind, CopyKind::similar);
  EXPECT_EQ(answer.copies[0].published, core::Date::of(2019, 7, 20));
  ASSERT_EQ(answer.excluded.size(), 1U);
  EXPECT_EQ(answer.excluded[0].copy.title, "Late");
  EXPECT_DOUBLE_EQ(answer.effort.cost.value(), 0.003);
  EXPECT_EQ(server.asked().at(0).target, "/lens");
  EXPECT_EQ(json::parse(server.asked().at(0).body).at("url"), "https://a.org/1.jpg");

  question.address.clear();
  question.bytes = "x";
  const auto failed = failure([&] { test::await(loop_, provider->search(question)); });
  EXPECT_EQ(failed.kind, Kind::unsupported);
}

}  // namespace
}  // namespace assay::web
