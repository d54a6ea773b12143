#include "web/browser/proxy.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include "io/when_all.h"
#include "support/await.h"
#include "support/loopback_server.h"
#include "web/browser/peer_user.h"
#include "web/browser/proxy_head.h"

namespace assay::web {
namespace {

namespace asio = boost::asio;
using asio::use_awaitable;
using asio::ip::tcp;
using namespace std::chrono_literals;
using test::Asked;
using test::Fault;
using test::LoopbackServer;
using test::Reply;

Reply says(std::string body) {
  Reply reply;
  reply.body = std::move(body);
  return reply;
}

// Sends the text to that port and reads until the end.
asio::awaitable<std::string> exchange(std::uint16_t port, std::string text) {
  tcp::socket socket(co_await asio::this_coro::executor);
  co_await socket.async_connect({asio::ip::address_v4::loopback(), port}, use_awaitable);
  boost::system::error_code error;
  co_await asio::async_write(socket, asio::buffer(text),
                             asio::redirect_error(use_awaitable, error));
  std::string answer;
  co_await asio::async_read(socket, asio::dynamic_buffer(answer),
                            asio::redirect_error(use_awaitable, error));
  co_return answer;
}

std::string get(const std::string& url, const std::string& headers = "") {
  return "GET " + url + " HTTP/1.1\r\nHost: other.example\r\n" + headers + "\r\n";
}

class ProxyTest : public testing::Test {
 protected:
  ProxyTest() { options_.user = ::geteuid(); }

  std::string ask(const std::string& text) {
    proxy_ = std::make_unique<PageProxy>(loop_.get_executor(), options_);
    return test::await(loop_, exchange(proxy_->port(), text));
  }

  asio::io_context loop_;
  ProxyOptions options_;
  std::unique_ptr<PageProxy> proxy_;
};

TEST_F(ProxyTest, BringsAPageWithoutTheConnectionsOwnHeaders) {
  options_.private_hosts = true;
  const LoopbackServer server([](const Asked&) {
    auto reply = says("hello");
    reply.headers.emplace_back("Connection", "keep-alive");
    reply.headers.emplace_back("X-Own", "kept");
    return reply;
  });
  const auto answer = ask(get(server.url("/a?b=c#d"),
                              "Proxy-Authorization: Basic eA==\r\nAccept: text/html\r\n"
                              "Proxy-Connection: keep-alive\r\nUpgrade: h2c\r\n"));
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 200 ")) << answer;
  EXPECT_TRUE(answer.ends_with("\r\n\r\nhello")) << answer;
  EXPECT_NE(answer.find("X-Own: kept"), std::string::npos);
  EXPECT_EQ(answer.find("keep-alive"), std::string::npos);
  ASSERT_EQ(server.asked_count(), 1U);
  const auto asked = server.asked().front();
  EXPECT_EQ(asked.target, "/a?b=c");
  EXPECT_EQ(asked.header("Host"), "127.0.0.1:" + std::to_string(server.port()));
  EXPECT_EQ(asked.header("Accept"), "text/html");
  EXPECT_EQ(asked.header("Connection"), "close");
  for (const auto* name : {"Proxy-Authorization", "Proxy-Connection", "Upgrade"})
    EXPECT_FALSE(asked.header(name)) << name;
}

TEST_F(ProxyTest, PassesABodyAndNothingBehindIt) {
  options_.private_hosts = true;
  const LoopbackServer server([](const Asked& asked) { return says("got " + asked.body); });
  const auto answer = ask("POST " + server.url("/") +
                          " HTTP/1.1\r\nContent-Length: 4\r\n\r\nbodyGET / HTTP/1.1\r\n\r\n");
  EXPECT_TRUE(answer.ends_with("got body")) << answer;
  EXPECT_EQ(server.asked_count(), 1U);
}

TEST_F(ProxyTest, TunnelsBothWays) {
  options_.private_hosts = true;
  const LoopbackServer server([](const Asked& asked) {
    auto reply = says("HTTP/1.1 200 OK\r\n\r\nfor " + asked.target);
    reply.fault = Fault::raw;
    return reply;
  });
  const auto answer = ask("CONNECT 127.0.0.1:" + std::to_string(server.port()) +
                          " HTTP/1.1\r\n\r\nGET /inner HTTP/1.1\r\n\r\n");
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 200 Connected\r\n\r\nHTTP/1.1 200 OK")) << answer;
  EXPECT_TRUE(answer.ends_with("for /inner")) << answer;
}

TEST_F(ProxyTest, NothingInsideIsReached) {
  const LoopbackServer inside([](const Asked&) { return says("secret"); });
  const auto port = std::to_string(inside.port());
  for (const std::string host : {"127.0.0.1",
                                 "[::1]",
                                 "localhost",
                                 "LocalHost",
                                 "0x7f.1",
                                 "2130706433",
                                 "0177.0.0.1",
                                 "[::ffff:127.0.0.1]",
                                 "[::ffff:7f00:1]",
                                 "[64:ff9b::7f00:1]",
                                 "169.254.169.254",
                                 "10.0.0.1",
                                 "192.168.1.1",
                                 "[fe80::1]",
                                 "[fd00::1]",
                                 "224.0.0.1",
                                 "0.0.0.0",
                                 "printer.local",
                                 "metadata.google.internal",
                                 "100.100.100.200"}) {
    const auto plain = ask(get("http://" + host + ":" + port + "/"));
    EXPECT_TRUE(plain.starts_with("HTTP/1.1 403 ")) << host << "\n" << plain;
    EXPECT_TRUE(proxy_->refusal(host)) << host;
    const auto tunnel = ask("CONNECT " + host + ":" + port + " HTTP/1.1\r\n\r\n");
    EXPECT_TRUE(tunnel.starts_with("HTTP/1.1 403 ")) << host << "\n" << tunnel;
  }
  EXPECT_EQ(inside.connections(), 0U);
}

// The machine's own name leads to itself, which nothing but its address tells.
TEST_F(ProxyTest, ANameIsJudgedByItsAddress) {
  std::string name(256, '\0');
  ASSERT_EQ(::gethostname(name.data(), name.size()), 0);
  name.resize(name.find('\0'));
  const LoopbackServer inside([](const Asked&) { return says("secret"); });
  const auto answer = ask(get("http://" + name + ":" + std::to_string(inside.port()) + "/"));
  EXPECT_FALSE(answer.starts_with("HTTP/1.1 200")) << answer;
  EXPECT_EQ(inside.connections(), 0U);
}

TEST_F(ProxyTest, OnlyPortsOfWebServers) {
  options_.private_hosts = true;
  for (const std::string port : {"22", "25", "110", "143", "465", "587", "6379", "11211", "5432"})
    EXPECT_TRUE(ask(get("http://127.0.0.1:" + port + "/")).starts_with("HTTP/1.1 403 ")) << port;
  for (const int port : {80, 443, 8080, 8443, 3000, 50'000})
    EXPECT_TRUE(is_web_port(static_cast<std::uint16_t>(port))) << port;
}

TEST_F(ProxyTest, AnotherUserIsNotServed) {
  options_.private_hosts = true;
  options_.user = ::geteuid() + 1;
  const LoopbackServer server([](const Asked&) { return says("hello"); });
  EXPECT_EQ(ask(get(server.url("/"))), "");
  EXPECT_EQ(server.connections(), 0U);
}

TEST_F(ProxyTest, BytesAreBounded) {
  options_.private_hosts = true;
  options_.bytes = 1 << 20;
  const LoopbackServer server([](const Asked&) {
    auto reply = says(std::string(10'000, 'x'));
    reply.fault = Fault::endless_body;
    return reply;
  });
  EXPECT_LE(ask(get(server.url("/"))).size(), options_.bytes + (64 << 10));
  EXPECT_TRUE(proxy_->over_bytes());
  EXPECT_EQ(test::await(loop_, exchange(proxy_->port(), get(server.url("/")))), "");
}

TEST_F(ProxyTest, TimeAndHeadsAreBounded) {
  options_.private_hosts = true;
  options_.idle = 200ms;
  const LoopbackServer silent([](const Asked&) {
    Reply reply;
    reply.fault = Fault::hang;
    return reply;
  });
  const auto began = std::chrono::steady_clock::now();
  EXPECT_EQ(ask(get(silent.url("/"))), "");
  EXPECT_EQ(ask("GET "), "");  // a request that never ends
  EXPECT_LT(std::chrono::steady_clock::now() - began, 5s);
  options_.head = 10'000;
  const LoopbackServer headers([](const Asked&) {
    Reply reply;
    reply.fault = Fault::endless_headers;
    return reply;
  });
  EXPECT_EQ(ask(get(headers.url("/"))), "");
  EXPECT_EQ(ask("GET http://a.example/ HTTP/1.1\r\nX: " + std::string(20'000, 'x')), "");
}

TEST_F(ProxyTest, ConnectionsAtOnceAreBounded) {
  options_.private_hosts = true;
  options_.connections = 2;
  const LoopbackServer server([](const Asked&) {
    auto reply = says("x");
    reply.delay = 50ms;
    return reply;
  });
  const PageProxy proxy(loop_.get_executor(), options_);
  std::vector<asio::awaitable<std::string>> all;
  for (int i = 0; i < 8; ++i) all.push_back(exchange(proxy.port(), get(server.url("/"))));
  const auto began = std::chrono::steady_clock::now();
  for (auto& outcome : test::await(loop_, io::when_all(std::move(all), 8)))
    EXPECT_TRUE(outcome.get().ends_with("x"));
  EXPECT_GE(std::chrono::steady_clock::now() - began, 4 * 50ms);
}

TEST_F(ProxyTest, GoesThroughAnotherProxy) {
  const LoopbackServer web([](const Asked& asked) { return says("page " + asked.target); });
  options_.upstream = web.url();
  EXPECT_TRUE(
      ask(get("http://news.example.org/a?b")).ends_with("page http://news.example.org/a?b"));
  EXPECT_TRUE(ask(get("http://127.0.0.1/")).starts_with("HTTP/1.1 403 "));
  EXPECT_TRUE(ask(get("http://inner.local/")).starts_with("HTTP/1.1 403 "));
  EXPECT_EQ(web.asked_count(), 1U);
}

TEST_F(ProxyTest, CloseEndsAll) {
  options_.private_hosts = true;
  const LoopbackServer silent([](const Asked&) {
    Reply reply;
    reply.fault = Fault::hang;
    return reply;
  });
  PageProxy proxy(loop_.get_executor(), options_);
  const auto end = [&]() -> asio::awaitable<std::string> {
    asio::steady_timer timer(loop_, 100ms);
    co_await timer.async_wait(use_awaitable);
    EXPECT_EQ(proxy.open_connections(), 1U);
    proxy.close();
    co_return "";
  };
  std::vector<asio::awaitable<std::string>> both;
  both.push_back(exchange(proxy.port(), get(silent.url("/"))));
  both.push_back(end());
  auto outcomes = test::await(loop_, io::when_all(std::move(both), 2));
  EXPECT_EQ(outcomes[0].get(), "");
}

TEST(ProxyHead, ReadsOnlyWhatABrowserSends) {
  for (const std::string head :
       {"",
        "\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",
        "GET https://a.example/ HTTP/1.1\r\n\r\n",
        "GET http://u:p@a.example/ HTTP/1.1\r\n\r\n",
        "GET http:///x HTTP/1.1\r\n\r\n",
        "GET http://a.example:0/ HTTP/1.1\r\n\r\n",
        "GET http://a.example:99999/ HTTP/1.1\r\n\r\n",
        "GET http://a.example:80x/ HTTP/1.1\r\n\r\n",
        "GET http://a%2e.example/ HTTP/1.1\r\n\r\n",
        "GET http://a.example/ HTTP/2\r\n\r\n",
        "GET http://a.example/\r\n\r\n",
        "get http://a.example/ HTTP/1.1\r\n\r\n",
        "CONNECT a.example HTTP/1.1\r\n\r\n",
        "CONNECT [::1 HTTP/1.1\r\n\r\n",
        "GET file:///etc/passwd HTTP/1.1\r\n\r\n",
        "GET http://a.example/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "GET http://a.example/ HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "GET http://a.example/ HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "GET http://a.example/ HTTP/1.1\r\n folded\r\n\r\n",
        "GET http://a.example/ HTTP/1.1\r\nX\n: y\r\n\r\n"})
    EXPECT_FALSE(read_proxy_head(head)) << head;
  const auto v6 = read_proxy_head("CONNECT [2001:DB8::1]:443 HTTP/1.1\r\n\r\n");
  ASSERT_TRUE(v6);
  EXPECT_EQ(v6->host, "2001:db8::1");
  EXPECT_EQ(authority_of(v6->host, v6->port), "[2001:db8::1]:443");
}

TEST(ProxyHead, AnswersAreOfOneConnection) {
  const auto interim = read_answer_head("HTTP/1.1 100 Continue\r\n\r\n", "GET");
  ASSERT_TRUE(interim);
  EXPECT_EQ(interim->text, "HTTP/1.1 100 Continue\r\n\r\n");
  EXPECT_TRUE(interim->interim);
  const std::string sized = "HTTP/1.0 200 OK\r\nKeep-Alive: x\r\nContent-Length: 3\r\n\r\n";
  const auto head = read_answer_head(sized, "GET");
  ASSERT_TRUE(head);
  EXPECT_EQ(head->text, "HTTP/1.0 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\n");
  EXPECT_FALSE(head->interim);
  EXPECT_EQ(head->body, 3U);
  EXPECT_EQ(read_answer_head(sized, "HEAD")->body, 0U);
  EXPECT_FALSE(read_answer_head("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n"
                                "Transfer-Encoding: chunked\r\n\r\n",
                                "GET")
                   ->body);
  for (const auto* bad : {"", "ICY 200 OK\r\n\r\n", "HTTP/1.1 101 Switching\r\n\r\n",
                          "HTTP/1.1 xx\r\n\r\n", "HTTP/1.1 999 x\r\n\r\n"})
    EXPECT_FALSE(read_answer_head(bad, "GET")) << bad;
}

}  // namespace
}  // namespace assay::web
