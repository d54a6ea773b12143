#include "io/http_client.h"

#include <gtest/gtest.h>
#include <netdb.h>
#include <unistd.h>

#include <array>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/system/system_error.hpp>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "io/address_policy.h"
#include "io/when_all.h"
#include "support/await.h"
#include "support/loopback_server.h"

namespace assay::io {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;
using test::Asked;
using test::Fault;
using test::LoopbackServer;
using test::Reply;
using Kind = HttpFailure::Kind;

Reply says(std::string body, int status = 200) {
  Reply reply;
  reply.status = status;
  reply.body = std::move(body);
  return reply;
}

Reply broken(Fault fault, std::string body = "0123456789") {
  Reply reply = says(std::move(body));
  reply.fault = fault;
  return reply;
}

Reply sends_on(const std::string& to, int status = 302) {
  Reply reply = says("", status);
  reply.headers.emplace_back("Location", to);
  return reply;
}

class HttpClientTest : public testing::Test {
 protected:
  // What a machine is set to must not show.
  HttpClientTest() {
    for (const char* name : {"http_proxy", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY"})
      ::unsetenv(name);
  }

  HttpResponse send(HttpRequest request) {
    return test::await(loop_, client_.send(std::move(request)));
  }

  static HttpRequest get(std::string url) {
    HttpRequest request;
    request.url = std::move(url);
    return request;
  }

  // The failure that the request ends with.
  HttpFailure failure(HttpRequest request) {
    try {
      const auto response = send(std::move(request));
      ADD_FAILURE() << "an answer, status " << response.status;
    } catch (const HttpFailure& e) {
      return e;
    }
    return HttpFailure(Kind::other, "none");
  }

  asio::io_context loop_{1};
  HttpClient client_{loop_.get_executor()};
};

TEST_F(HttpClientTest, SendsWhatIsAskedAndReturnsTheAnswer) {
  LoopbackServer server([](const Asked&) {
    Reply reply = says("{\"ok\":true}", 201);
    reply.headers.emplace_back("X-Kind", " some kind ");
    return reply;
  });
  HttpRequest request = get(server.url("/v1/things?q=1"));
  request.method = "POST";
  request.body = std::string("a\0b", 3);
  request.headers = {{"Content-Type", "application/json"}, {"X-Empty", ""}};
  const auto response = send(request);
  EXPECT_EQ(response.status, 201);
  EXPECT_EQ(response.body, "{\"ok\":true}");
  EXPECT_EQ(response.header("x-kind"), "some kind");
  EXPECT_FALSE(response.header("X-Other").has_value());
  const auto asked = server.asked();
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_EQ(asked[0].method, "POST");
  EXPECT_EQ(asked[0].target, "/v1/things?q=1");
  EXPECT_EQ(asked[0].body, request.body);
  EXPECT_EQ(asked[0].header("content-type"), "application/json");
  EXPECT_EQ(asked[0].header("x-empty"), "");
  EXPECT_EQ(asked[0].header("user-agent"), "Assay");
  EXPECT_FALSE(asked[0].header("expect").has_value());
}

TEST_F(HttpClientTest, AnErrorStatusIsAnAnswer) {
  LoopbackServer server([](const Asked&) { return says("none here", 404); });
  EXPECT_EQ(send(get(server.url("/x"))).status, 404);
}

TEST_F(HttpClientTest, OtherMethods) {
  LoopbackServer server([](const Asked&) { return says(""); });
  for (const std::string method : {"PUT", "DELETE", "POST"}) {
    HttpRequest request = get(server.url());
    request.method = method;
    EXPECT_EQ(send(request).status, 200);
    EXPECT_EQ(server.asked().back().method, method);
    EXPECT_FALSE(server.asked().back().header("content-type").has_value());
  }
}

TEST_F(HttpClientTest, KeepsConnections) {
  LoopbackServer server([](const Asked&) { return says("x"); });
  for (int i = 0; i < 5; ++i) EXPECT_EQ(send(get(server.url())).body, "x");
  EXPECT_EQ(server.connections(), 1U);
}

// 100,000 times `a`, in 133 bytes of gzip.
Reply compressed() {
  const std::string begin(
      "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xed\xc1\x31\x01\x00\x00\x00\xc2\xa0\xac\xeb\x5f\xc2"
      "\x1a\x1e\x40\x01",
      27);
  const std::string end("\xaf\x06\x87\xfa\xe2\x1b\xa0\x86\x01\x00", 10);
  Reply reply = says(begin + std::string(96, '\0') + end);
  reply.headers.emplace_back("Content-Encoding", "gzip");
  return reply;
}

TEST_F(HttpClientTest, UndoesCompression) {
  LoopbackServer server([](const Asked& asked) {
    EXPECT_NE(asked.header("accept-encoding").value_or("").find("gzip"), std::string::npos);
    return compressed();
  });
  EXPECT_EQ(send(get(server.url())).body, std::string(100'000, 'a'));
}

TEST_F(HttpClientTest, TheLimitCountsWhatComesOutOfCompression) {
  LoopbackServer server([](const Asked&) { return compressed(); });
  HttpRequest request = get(server.url());
  request.limits.body = 50'000;
  EXPECT_EQ(failure(request).kind, Kind::too_large);
}

TEST_F(HttpClientTest, GarbledCompressionIsNoAnswer) {
  LoopbackServer server([](const Asked&) {
    Reply reply = says("this is no gzip");
    reply.headers.emplace_back("Content-Encoding", "gzip");
    return reply;
  });
  EXPECT_EQ(failure(get(server.url())).kind, Kind::not_http);
}

TEST_F(HttpClientTest, TheBodyMayBeAsLongAsTheLimit) {
  LoopbackServer server([](const Asked&) { return says(std::string(1000, 'b')); });
  HttpRequest request = get(server.url());
  request.limits.body = 1000;
  EXPECT_EQ(send(request).body.size(), 1000U);
  request.limits.body = 999;
  const auto failed = failure(request);
  EXPECT_EQ(failed.kind, Kind::too_large);
  EXPECT_EQ(failed.what(), server.url("/") + ": the answer is longer than 999 bytes");
}

TEST_F(HttpClientTest, AnEndlessBodyIsStopped) {
  LoopbackServer server(
      [](const Asked&) { return broken(Fault::endless_body, std::string(8000, 'e')); });
  HttpRequest request = get(server.url());
  request.limits.body = 1 << 20;
  EXPECT_EQ(failure(request).kind, Kind::too_large);
}

TEST_F(HttpClientTest, HeadersAreBounded) {
  LoopbackServer server([](const Asked&) { return broken(Fault::endless_headers); });
  HttpRequest request = get(server.url());
  request.limits.headers = 20'000;
  const auto failed = failure(request);
  EXPECT_EQ(failed.kind, Kind::too_large);
  EXPECT_NE(std::string(failed.what()).find("headers are longer than 20000 bytes"),
            std::string::npos);
}

TEST_F(HttpClientTest, ABodyThatEndsEarlyIsCutOff) {
  LoopbackServer server([](const Asked&) { return broken(Fault::half_body); });
  const auto failed = failure(get(server.url("/a")));
  EXPECT_EQ(failed.kind, Kind::cut_off);
  EXPECT_EQ(failed.what(), server.url("/a") + ": the connection ended before the answer did");
}

TEST_F(HttpClientTest, NoAnswerAtAllIsCutOff) {
  LoopbackServer server([](const Asked&) { return broken(Fault::drop); });
  EXPECT_EQ(failure(get(server.url())).kind, Kind::cut_off);
}

TEST_F(HttpClientTest, WhatIsNotHttp) {
  LoopbackServer server(
      [](const Asked&) { return broken(Fault::raw, "SSH-2.0-server\r\nhello\r\n\r\n"); });
  EXPECT_EQ(failure(get(server.url())).kind, Kind::not_http);
}

TEST_F(HttpClientTest, TimeoutsAreKept) {
  for (const auto fault : {Fault::hang, Fault::slow_body}) {
    LoopbackServer server([fault](const Asked&) { return broken(fault, std::string(5000, 's')); });
    HttpRequest request = get(server.url("/slow"));
    request.limits.total = 150ms;
    const auto start = std::chrono::steady_clock::now();
    const auto failed = failure(request);
    EXPECT_EQ(failed.kind, Kind::timeout);
    EXPECT_EQ(failed.what(), server.url("/slow") + ": no complete answer within 150 ms");
    EXPECT_LT(std::chrono::steady_clock::now() - start, 3s);
  }
}

// An address that takes connections for no one: its queue is full.
class FullQueue {
 public:
  FullQueue() : acceptor_(loop_, {asio::ip::address_v4::loopback(), 0}) {
    acceptor_.listen(0);
    for (int i = 0; i < 8; ++i) {
      waiting_.emplace_back(loop_);
      waiting_.back().async_connect(acceptor_.local_endpoint(), [](auto) {});
    }
    loop_.run_for(50ms);
  }
  std::string url() const {
    return "http://127.0.0.1:" + std::to_string(acceptor_.local_endpoint().port()) + "/";
  }

 private:
  asio::io_context loop_{1};
  asio::ip::tcp::acceptor acceptor_;
  std::vector<asio::ip::tcp::socket> waiting_;
};

TEST_F(HttpClientTest, TheTimeForConnectingIsKept) {
  const FullQueue queue;
  HttpRequest request = get(queue.url());
  request.limits.connect = 100ms;
  const auto failed = failure(request);
  EXPECT_EQ(failed.kind, Kind::timeout);
  EXPECT_EQ(failed.what(), queue.url() + ": no connection within 100 ms");
}

TEST_F(HttpClientTest, NobodyListens) {
  std::string url;
  {
    const LoopbackServer gone([](const Asked&) { return says(""); });
    url = gone.url("/");
  }
  const auto failed = failure(get(url));
  EXPECT_EQ(failed.kind, Kind::refused);
  EXPECT_EQ(failed.what(), url + ": no connection: Connection refused");
}

TEST_F(HttpClientTest, AHostThatIsUnknown) {
  // RFC 6761: never a host.
  HttpRequest request = get("http://nothing.invalid/x");
  request.limits.connect = 60s;  // a machine without a network asks for long
  request.limits.total = 90s;
  const auto failed = failure(request);
  EXPECT_EQ(failed.kind, Kind::unresolved);
  EXPECT_STREQ(failed.what(), "http://nothing.invalid/x: the host is unknown");
}

TEST_F(HttpClientTest, NoTlsThere) {
  asio::ip::tcp::acceptor plain(loop_, {asio::ip::address_v4::loopback(), 0});
  const std::string words = "HTTP/1.1 400 Plain words\r\n\r\n";
  plain.async_accept([&](boost::system::error_code, asio::ip::tcp::socket socket) {
    asio::write(socket, asio::buffer(words));
  });
  const auto failed =
      failure(get("https://127.0.0.1:" + std::to_string(plain.local_endpoint().port()) + "/"));
  EXPECT_EQ(failed.kind, Kind::tls);
  EXPECT_NE(std::string(failed.what()).find("/: no secure connection"), std::string::npos);
}

TEST_F(HttpClientTest, OnlyHttpIsSpoken) {
  for (const std::string url : {"file:///etc/passwd", "ftp://127.0.0.1/x", "127.0.0.1", "",
                                "http://", "gopher://127.0.0.1/", "dict://127.0.0.1/d:x"})
    EXPECT_EQ(failure(get(url)).kind, Kind::unusable) << url;
  EXPECT_EQ(failure(get("http://127.0.0.1/" + std::string(9000, 'x'))).kind, Kind::unusable);
  EXPECT_EQ(failure(get(std::string("http://127.0.0.1/\0x", 19))).kind, Kind::unusable);
}

TEST_F(HttpClientTest, HeadersCannotBeSmuggledIn) {
  HttpRequest request = get("http://127.0.0.1:1/");
  request.headers = {{"X-Key", "secret\r\nX-Other: 1", true}};
  const auto failed = failure(request);
  EXPECT_EQ(failed.kind, Kind::unusable);
  EXPECT_EQ(std::string(failed.what()).find("secret"), std::string::npos);
  request.headers = {{"X Key", "value"}};
  EXPECT_EQ(failure(request).kind, Kind::unusable);
  request.headers.clear();
  request.method = "GET / HTTP/1.1\r\nX: ";
  EXPECT_EQ(failure(request).kind, Kind::unusable);
}

TEST_F(HttpClientTest, NoMessageShowsASecret) {
  HttpRequest request = get("http://user:hunter2@127.0.0.1:1/path/sk-12345/x?key=sk-67890#frag-sk");
  request.headers = {{"Authorization", "Bearer sk-12345", true}};
  EXPECT_STREQ(failure(request).what(),
               "http://127.0.0.1:1/path/[hidden]/x: no connection: Connection refused");
}

TEST_F(HttpClientTest, AUserInTheAddressIsSent) {
  LoopbackServer server([](const Asked&) { return says(""); });
  send(get("http://user:pass@" + server.url("/").substr(7)));
  EXPECT_EQ(server.asked().at(0).header("authorization"), "Basic dXNlcjpwYXNz");
}

TEST_F(HttpClientTest, RedirectsAreNotFollowedUnlessAllowed) {
  LoopbackServer server([](const Asked&) { return sends_on("/next"); });
  const auto response = send(get(server.url()));
  EXPECT_EQ(response.status, 302);
  EXPECT_EQ(response.header("location"), "/next");
  EXPECT_EQ(server.asked().size(), 1U);
}

TEST_F(HttpClientTest, RedirectsAreFollowedToTheirBound) {
  LoopbackServer server([](const Asked& asked) {
    const int at = std::stoi(asked.target.substr(1));
    return at == 0 ? says("end") : sends_on("/" + std::to_string(at - 1));
  });
  HttpRequest request = get(server.url("/3"));
  request.limits.redirects = 3;
  const auto response = send(request);
  EXPECT_EQ(response.body, "end");
  EXPECT_EQ(response.url, server.url("/0"));
  request.url = server.url("/4");
  const auto failed = failure(request);
  EXPECT_EQ(failed.kind, Kind::redirects);
  EXPECT_EQ(failed.what(), server.url("/1") + ": more than 3 redirects");
}

TEST_F(HttpClientTest, ARedirectTakesNoSecretToAnotherServer) {
  LoopbackServer other([](const Asked&) { return says("other"); });
  LoopbackServer server([&](const Asked& asked) {
    return asked.target == "/away" ? sends_on(other.url("/there"), 307) : sends_on("/away", 307);
  });
  HttpRequest request = get(server.url("/"));
  request.method = "POST";
  request.body = "body";
  request.headers = {
      {"X-Api-Key", "sk-1", true}, {"Authorization", "a"}, {"Cookie", "c"}, {"X-Plain", "p"}};
  request.limits.redirects = 5;
  EXPECT_EQ(send(request).body, "other");
  EXPECT_EQ(server.asked().at(1).header("x-api-key"), "sk-1");
  const auto asked = other.asked().at(0);
  EXPECT_EQ(asked.method, "POST");
  EXPECT_EQ(asked.body, "body");
  EXPECT_EQ(asked.header("x-plain"), "p");
  for (const std::string name : {"x-api-key", "authorization", "cookie"})
    EXPECT_FALSE(asked.header(name).has_value()) << name;
}

TEST_F(HttpClientTest, APostBecomesAGetWhereTheRedirectSaysSo) {
  for (const int status : {301, 302, 303}) {
    LoopbackServer server([status](const Asked& asked) {
      return asked.target == "/" ? sends_on("/next", status) : says("");
    });
    HttpRequest request = get(server.url("/"));
    request.method = "POST";
    request.body = "body";
    request.limits.redirects = 1;
    send(request);
    EXPECT_EQ(server.asked().at(1).method, "GET");
    EXPECT_EQ(server.asked().at(1).body, "");
  }
}

TEST_F(HttpClientTest, ARedirectToAFileIsRefused) {
  LoopbackServer server([](const Asked&) { return sends_on("file:///etc/passwd"); });
  HttpRequest request = get(server.url("/"));
  request.limits.redirects = 1;
  EXPECT_EQ(failure(request).kind, Kind::redirects);
}

TEST_F(HttpClientTest, TheTimeCountsAllRedirects) {
  LoopbackServer server([](const Asked&) {
    Reply reply = sends_on("/again");
    reply.delay = 60ms;
    return reply;
  });
  HttpRequest request = get(server.url("/"));
  request.limits.redirects = 1000;
  request.limits.total = 200ms;
  EXPECT_EQ(failure(request).kind, Kind::timeout);
  EXPECT_LT(server.asked().size(), 6U);
}

TEST_F(HttpClientTest, ProxiesComeFromTheEnvironment) {
  LoopbackServer proxy([](const Asked&) { return says("by proxy"); });
  LoopbackServer local([](const Asked&) { return says("direct"); });
  ::setenv("http_proxy", proxy.url().c_str(), 1);
  EXPECT_EQ(send(get("http://nothing.invalid/page")).body, "by proxy");
  EXPECT_EQ(send(get(local.url("/"))).body, "direct");
  ::unsetenv("http_proxy");
  EXPECT_EQ(proxy.asked().at(0).target, "http://nothing.invalid/page");
}

class PublicClientTest : public HttpClientTest {
 protected:
  PublicClientTest() {
    HttpClientOptions options;
    options.public_only = true;
    client_ = HttpClient(loop_.get_executor(), options);
  }

  std::optional<HttpFailure> failure(const std::string& url) {
    auto request = get(url);
    request.limits.redirects = 3;
    request.limits.connect = 2s;
    try {
      send(std::move(request));
    } catch (const HttpFailure& error) {
      return error;
    }
    return std::nullopt;
  }
};

TEST_F(PublicClientTest, WhatLiesInsideIsNotConnectedTo) {
  const LoopbackServer server([](const Asked&) { return says("secret"); });
  const auto port = ":" + std::to_string(server.port()) + "/";
  for (const std::string host : {"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]",
                                 "2130706433", "0x7f.1", "0", "127.0.0.1."}) {
    const auto error = failure("http://" + host + port);
    ASSERT_TRUE(error) << host;
    EXPECT_EQ(error->kind, Kind::forbidden) << error->what();
  }
  EXPECT_EQ(server.connections(), 0U);
}

// What a name is resolved to counts, not how it looks.
TEST_F(PublicClientTest, ANameOfThisMachineIsNotConnectedTo) {
  std::array<char, 256> name{};
  ASSERT_EQ(::gethostname(name.data(), name.size() - 1), 0);
  const std::string host = std::string(name.data()).substr(0, 60);
  addrinfo* found = nullptr;
  const bool known = ::getaddrinfo(host.c_str(), "80", nullptr, &found) == 0;
  if (known) ::freeaddrinfo(found);
  if (!known || !why_host_not_public(host).empty())
    GTEST_SKIP() << "this machine's name stands for no address: " << host;
  const LoopbackServer server([](const Asked&) { return says("secret"); });
  const auto error = failure("http://" + host + ":" + std::to_string(server.port()) + "/");
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind, Kind::forbidden) << error->what();
  EXPECT_EQ(server.connections(), 0U);
}

TEST_F(PublicClientTest, AProxyIsAskedForNamesButNotForInnerOnes) {
  const LoopbackServer proxy([](const Asked& asked) {
    if (asked.target == "http://pages.example.org/away") return sends_on("http://10.0.0.1/");
    return says(asked.target);
  });
  HttpClientOptions options;
  options.public_only = true;
  options.proxy = proxy.url();
  client_ = HttpClient(loop_.get_executor(), options);
  EXPECT_EQ(send(get("http://pages.example.org/a")).body, "http://pages.example.org/a");
  EXPECT_EQ(failure("http://169.254.169.254/latest")->kind, Kind::forbidden);
  EXPECT_EQ(failure("http://pages.example.org/away")->kind, Kind::forbidden);
  EXPECT_EQ(proxy.asked_count(), 2U);
}

TEST_F(HttpClientTest, FiveHundredAtOnce) {
  LoopbackServer server([](const Asked& asked) {
    Reply reply = says(asked.target);
    reply.delay = 200ms;
    return reply;
  });
  std::vector<asio::awaitable<HttpResponse>> all;
  for (int i = 0; i < 500; ++i) {
    HttpRequest request = get(server.url("/" + std::to_string(i)));
    all.push_back(client_.send(std::move(request)));
  }
  auto outcomes = test::await(loop_, when_all(std::move(all), 500));
  ASSERT_EQ(outcomes.size(), 500U);
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    EXPECT_EQ(outcomes[i].get().body, "/" + std::to_string(i));
  // In flight together: each but those that came after an early answer has its own connection.
  EXPECT_GT(server.connections(), 400U);
}

TEST_F(HttpClientTest, CancellationEndsTheTransferAndIsThrownOn) {
  LoopbackServer server([](const Asked&) { return broken(Fault::hang); });
  constexpr int count = 100;
  int aborted = 0;
  std::vector<asio::cancellation_signal> signals(count);
  for (auto& signal : signals)
    asio::co_spawn(loop_, client_.send(get(server.url())),
                   asio::bind_cancellation_slot(
                       signal.slot(), [&](std::exception_ptr error, const HttpResponse&) {
                         try {
                           if (error) std::rethrow_exception(error);
                         } catch (const boost::system::system_error& e) {
                           aborted += e.code() == asio::error::operation_aborted ? 1 : 0;
                         }
                       }));
  asio::steady_timer later(loop_, 300ms);
  later.async_wait([&](auto) {
    EXPECT_EQ(server.open_connections(), 100U);
    for (auto& signal : signals) signal.emit(asio::cancellation_type::terminal);
  });
  const auto start = std::chrono::steady_clock::now();
  loop_.run();
  EXPECT_EQ(aborted, count);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 10s);
  for (int i = 0; i < 200 && server.open_connections() > 0; ++i) std::this_thread::sleep_for(10ms);
  EXPECT_EQ(server.open_connections(), 0U);
}

TEST_F(HttpClientTest, GoesOnWhenTheClientIsGone) {
  LoopbackServer server([](const Asked&) { return says("still"); });
  asio::io_context loop(1);
  std::optional<asio::awaitable<HttpResponse>> operation;
  {
    HttpClient client(loop.get_executor());
    operation.emplace(client.send(get(server.url())));
  }
  EXPECT_EQ(test::await(loop, std::move(*operation)).body, "still");
}

TEST_F(HttpClientTest, TheLoopMayEndWithTransfersInFlight) {
  LoopbackServer server([](const Asked&) { return broken(Fault::hang); });
  {
    asio::io_context loop(1);
    HttpClient client(loop.get_executor());
    for (int i = 0; i < 20; ++i)
      asio::co_spawn(loop, client.send(get(server.url())),
                     [](std::exception_ptr, const HttpResponse&) { ADD_FAILURE() << "ended"; });
    loop.run_for(100ms);
  }
  {
    asio::io_context loop(1);  // the client ends first
    {
      HttpClient client(loop.get_executor());
      asio::co_spawn(loop, client.send(get(server.url())),
                     [](std::exception_ptr, const HttpResponse&) { ADD_FAILURE() << "ended"; });
      loop.run_for(100ms);
    }
  }
  EXPECT_GE(server.asked().size(), 21U);
}

}  // namespace
}  // namespace assay::io
