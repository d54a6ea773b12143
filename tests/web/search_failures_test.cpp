#include <algorithm>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>

#include "assay/core/error.h"
#include "web/search_fixture.h"

// What goes wrong, at all services alike.
namespace assay::web {
namespace {

using Kind = SearchFailure::Kind;

class FailuresTest : public SearchTest {
 protected:
  // Asks the service in each way that it can be asked.
  void ask(const std::string& service, const LoopbackServer& server) {
    const auto providers = make(service, server);
    if (providers.web) test::await(loop_, providers.web->search(query()));
    if (providers.news) test::await(loop_, providers.news->search(query(SearchKind::news)));
    if (providers.images) test::await(loop_, providers.images->search(query(SearchKind::images)));
    if (providers.reverse) {
      PictureQuery question;
      question.bytes = "x";
      question.address = "https://a.org/x.jpg";
      test::await(loop_, providers.reverse->search(question));
    }
    if (providers.factcheck) {
      FactCheckQuery question;
      question.words = "x";
      test::await(loop_, providers.factcheck->search(question));
    }
  }
  SearchFailure failure_of(const std::string& service, const Reply& reply) {
    const LoopbackServer server([&](const Asked&) { return reply; });
    const auto failed = failure([&] { ask(service, server); });
    asked_ = server.asked_count();
    return failed;
  }
  std::size_t asked_ = 0;
};

// An error, with the key that came with the request in it.
Reply error_saying(int status, const std::string& words, const std::string& key = " sk-secret") {
  return reply_of({{"error", {{"message", words + key}}}}, status);
}

TEST_F(FailuresTest, WhatStatusesMean) {
  for (const auto& service : search_services()) {
    SCOPED_TRACE(service);
    const bool keyless = service == "searxng" || service == "wikipedia";
    const auto saying = [&](int status, const std::string& words) {
      return error_saying(status, words, keyless ? "" : " sk-secret");
    };
    EXPECT_EQ(failure_of(service, saying(401, "wrong key")).kind, Kind::key);
    EXPECT_EQ(asked_, 1U);
    EXPECT_EQ(failure_of(service, saying(402, "pay")).kind, Kind::quota);
    EXPECT_EQ(failure_of(service, saying(403, "forbidden")).kind, Kind::key);
    EXPECT_EQ(failure_of(service, saying(403, "Daily Limit Exceeded: quota")).kind, Kind::quota);
    EXPECT_EQ(failure_of(service, saying(404, "no")).kind, Kind::refused);
    EXPECT_EQ(failure_of(service, saying(400, "bad")).kind, Kind::refused);
    EXPECT_EQ(asked_, 1U);
    const auto broken = failure_of(service, saying(500, "oops"));
    EXPECT_EQ(broken.kind, Kind::unavailable);
    EXPECT_EQ(asked_, 6U);
    EXPECT_EQ(broken.requests, 6);
    EXPECT_EQ(failure_of(service, saying(429, "slow down")).kind, Kind::limited);
    EXPECT_EQ(asked_, 6U);
    EXPECT_EQ(failure_of(service, saying(429, "Quota exceeded for Queries per day")).kind,
              Kind::quota);
    EXPECT_EQ(asked_, 1U);
  }
}

TEST_F(FailuresTest, TheLineSaysWhatToDo) {
  const auto refused = failure_of("brave", error_saying(401, "wrong"));
  EXPECT_STREQ(refused.what(),
               "Brave Search: the key is refused; is BRAVE_API_KEY right, and allowed to use this "
               "service? (status 401): wrong [hidden]");
  const auto spent = failure_of("serper", reply_of({{"message", "Not enough credits"}}, 400));
  EXPECT_EQ(spent.kind, Kind::quota);
  EXPECT_TRUE(contains(spent.what(), "Serper: nothing is left of what may be asked"));
  const auto token = failure_of(
      "brave",
      reply_of(
          {{"error", {{"code", "SUBSCRIPTION_TOKEN_INVALID"}, {"detail", "The token is invalid"}}}},
          422));
  EXPECT_EQ(token.kind, Kind::key);
  EXPECT_TRUE(contains(token.what(), "The token is invalid"));
}

TEST_F(FailuresTest, WaitsAsLongAsTheServiceAsks) {
  int calls = 0;
  const LoopbackServer server([&](const Asked&) {
    if (++calls > 1) return reply_of({{"organic", {{{"link", "https://a.org/"}}}}});
    auto reply = error_saying(429, "rate limit");
    reply.headers.emplace_back("Retry-After", "7");
    return reply;
  });
  const auto answer = search("serper", server, query());
  EXPECT_EQ(answer.results.size(), 1U);
  EXPECT_EQ(answer.effort.requests, 2);
  ASSERT_EQ(pauses_->slept.size(), 1U);
  EXPECT_EQ(pauses_->slept[0], std::chrono::seconds(7));
}

TEST_F(FailuresTest, BrokenAnswers) {
  for (const auto& service : search_services()) {
    SCOPED_TRACE(service);
    Reply half = reply_of({{"organic", json::array()}});
    half.fault = Fault::half_body;
    EXPECT_EQ(failure_of(service, half).kind, Kind::unavailable);
    Reply dropped;
    dropped.fault = Fault::drop;
    EXPECT_EQ(failure_of(service, dropped).kind, Kind::unavailable);
    Reply text;
    text.body = "{\"organic\": [";
    EXPECT_EQ(failure_of(service, text).kind, Kind::malformed);
    for (const std::string body : {"", "null", "[]", "7", "\"x\""}) {
      text.body = body;
      EXPECT_EQ(failure_of(service, text).kind, Kind::malformed) << body;
    }
    Reply page;
    page.body = "<html>sign in</html>";
    page.headers.emplace_back("Content-Type", "text/html");
    EXPECT_EQ(failure_of(service, page).kind, Kind::refused);
  }
}

TEST_F(FailuresTest, AHugeAnswerIsStopped) {
  Reply reply;
  reply.body = std::string(1 << 20, ' ');
  reply.fault = Fault::endless_body;
  EXPECT_EQ(failure_of("serper", reply).kind, Kind::malformed);
}

TEST_F(FailuresTest, NoRedirectIsFollowedWithAKey) {
  Reply reply;
  reply.status = 302;
  reply.headers.emplace_back("Location", "http://127.0.0.1:1/elsewhere?key=sk-secret");
  for (const auto& service : search_services()) {
    const auto failed = failure_of(service, reply);
    EXPECT_EQ(failed.kind, Kind::refused);
    EXPECT_TRUE(contains(failed.what(), "sends on to another address")) << failed.what();
    EXPECT_EQ(asked_, 1U);
  }
}

TEST_F(FailuresTest, NobodyThere) {
  SearchSettings settings;
  settings.provider = "brave";
  settings.urls["brave"] = "http://user:sk-secret@127.0.0.1:1/?token=sk-secret";
  const auto providers = make(settings);
  const auto failed = failure([&] { test::await(loop_, providers.web->search(query())); });
  EXPECT_EQ(failed.kind, Kind::unreachable);
  EXPECT_TRUE(contains(failed.what(), "Brave Search: http://127.0.0.1:1/")) << failed.what();
  EXPECT_FALSE(contains(providers.web->options(), "secret")) << providers.web->options();
}

// Every answer that a service could be asked for, with each of its values of another type.
TEST_F(FailuresTest, WrongTypesAreNothing) {
  const json good = json::parse(R"({
    "organic":[{"title":"T","link":"https://a.org/1","date":"x","imageUrl":"https://a.org/i"}],
    "news":[{"link":"https://a.org/1"}], "credits":1,
    "images":[{"link":"https://a.org/1","imageUrl":"https://a.org/i","imageWidth":1}],
    "web":{"results":[{"url":"https://a.org/1","meta_url":{"hostname":"x"}}]},
    "results":[{"url":"https://a.org/1","img_src":"https://a.org/i","resolution":"1 x 2",
                "properties":{"url":"https://a.org/i"},"thumbnail":{"src":"x"}}],
    "unresponsive_engines":[["a","b"]],
    "items":[{"link":"https://a.org/1","image":{"contextLink":"https://a.org/2"},
              "pagemap":{"metatags":[{"date":"2020-01-01"}]}}],
    "queries":{"nextPage":[]},
    "query":{"search":[{"title":"T","timestamp":"x"}],"more_results_available":true},
    "responses":[{"webDetection":{"pagesWithMatchingImages":[{"url":"https://a.org/1",
      "fullMatchingImages":[{"url":"https://a.org/i"}]}],"bestGuessLabels":[{"label":"x"}]}}],
    "claims":[{"text":"x","claimReview":[{"url":"https://a.org/1","publisher":{"name":"x"}}]}],
    "nextPageToken":""})");
  const auto flat = good.flatten();
  std::vector<json> bodies{good};
  std::vector<std::string> places;
  for (const auto& [place, value] : flat.items()) {
    for (auto up = place; !up.empty(); up = up.substr(0, up.rfind('/'))) places.push_back(up);
  }
  std::ranges::sort(places);
  places.erase(std::unique(places.begin(), places.end()), places.end());
  for (const auto& place : places)
    for (const json& value : {json(nullptr), json(-7), json(1e300), json("x"), json::array({1}),
                              json::object(), json(true)}) {
      bodies.push_back(good);
      bodies.back()[json::json_pointer(place)] = value;
    }
  std::size_t at = 0;
  const LoopbackServer server([&](const Asked&) { return reply_of(bodies[at]); });
  for (const auto& service : search_services()) {
    const auto providers = make(service, server);
    for (at = 0; at < bodies.size(); at += 3) EXPECT_NO_THROW(ask(service, server)) << bodies[at];
  }
}

std::string list_of(int many) {
  std::string list;
  for (int i = 0; i < many; ++i)
    list += (i == 0 ? "" : ",") + std::string(R"({"link":"https://a.org/1"})");
  return "{\"organic\":[" + list + "]}";
}

TEST_F(FailuresTest, ALongListIsReadInPartAndAnEndlessOneNotAtAll) {
  Reply reply;
  reply.body = list_of(10'000);
  const LoopbackServer server([&](const Asked&) { return reply; });
  EXPECT_EQ(search("serper", server, query()).results.size(), 1U);
  reply.body = list_of(200'000);
  EXPECT_EQ(failure([&] { search("serper", server, query()); }).kind, Kind::malformed);
}

TEST_F(FailuresTest, AKeyThatAServiceRepeatsIsHiddenInResultsToo) {
  const LoopbackServer server([](const Asked&) {
    return reply_of({{"organic",
                      {{{"link", "https://a.org/?k=sk-secret"},
                        {"title", "sk-secret"},
                        {"snippet", "it is sk-secret"}}}}});
  });
  const auto answer = search("serper", server, query());
  ASSERT_EQ(answer.results.size(), 1U);
  EXPECT_EQ(answer.results[0].title, "[hidden]");
  EXPECT_FALSE(contains(answer.results[0].url + answer.results[0].snippet, "secret"));
}

TEST_F(FailuresTest, ACancelledSearchIsCancelled) {
  Reply reply;
  reply.fault = Fault::hang;
  const LoopbackServer server([&](const Asked&) { return reply; });
  const auto provider = make("serper", server).web;
  bool cancelled = false;
  boost::asio::cancellation_signal stop;
  boost::asio::co_spawn(loop_, provider->search(query()),
                        boost::asio::bind_cancellation_slot(
                            stop.slot(), [&](std::exception_ptr error, const SearchAnswer&) {
                              try {
                                if (error) std::rethrow_exception(error);
                              } catch (const boost::system::system_error& e) {
                                cancelled = e.code() == boost::asio::error::operation_aborted;
                              }
                            }));
  loop_.run_for(std::chrono::milliseconds(200));
  EXPECT_FALSE(cancelled);
  stop.emit(boost::asio::cancellation_type::all);
  loop_.run_for(std::chrono::seconds(5));
  EXPECT_TRUE(cancelled);
}

}  // namespace
}  // namespace assay::web
