#include "web/browser/proxy.h"

#include <algorithm>
#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "io/address_policy.h"
#include "io/deadline.h"
#include "io/when_all.h"
#include "web/browser/peer_user.h"
#include "web/browser/proxy_head.h"

namespace assay::web {
namespace {

namespace asio = boost::asio;
using asio::awaitable;
using asio::use_awaitable;
using asio::ip::tcp;
using Clock = std::chrono::steady_clock;
using Refusal = PageProxy::Refusal;
using namespace std::chrono_literals;

constexpr std::size_t most_refusals = 1000;
constexpr std::size_t read_at_once = 32 << 10;
constexpr auto unbounded = std::numeric_limits<std::size_t>::max();

// What a client is told instead of an answer.
struct Refused {
  int status;
  Refusal::Kind kind;
  std::string why;
};

std::string host_name(std::string host) {
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  std::ranges::transform(host, host.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return host;
}

}  // namespace

struct PageProxy::Shared : std::enable_shared_from_this<PageProxy::Shared> {
  // A client and the server it speaks with.
  struct Connection {
    explicit Connection(tcp::socket from)
        : client(std::move(from)), server(client.get_executor()) {}
    void close() {
      ended = true;
      boost::system::error_code ignored;
      client.close(ignored);
      server.close(ignored);
    }
    tcp::socket client;
    tcp::socket server;
    Clock::time_point began = Clock::now();
    Clock::time_point active = Clock::now();
    bool ended = false;
  };
  using Held = std::shared_ptr<Connection>;

  Shared(const asio::any_io_executor& executor, ProxyOptions given)
      : options(std::move(given)),
        acceptor(executor),
        timer(executor),
        room(executor, Clock::time_point::max()) {}

  void start();
  void close();
  awaitable<void> accept();
  awaitable<void> watch();
  awaitable<void> run(tcp::socket client);
  awaitable<void> serve(Held connection);
  awaitable<void> answer_plainly(Held connection, ProxyHead head, std::string rest);
  awaitable<void> open_tunnel(Held connection, ProxyHead head, std::string rest);
  awaitable<bool> pass_answer(Held connection, std::string begin, std::optional<std::size_t> size);
  awaitable<bool> pass(Held connection, bool to_server, std::size_t most = unbounded);
  awaitable<bool> await_end(Held connection);
  awaitable<std::string> read_head(Held connection, tcp::socket& from, std::string& rest);
  awaitable<bool> connect(Held connection, ProxyHead head);
  awaitable<bool> connect_to_one(Held connection, std::vector<tcp::endpoint> endpoints);
  awaitable<std::vector<tcp::endpoint>> resolve(std::string host, std::uint16_t port);
  awaitable<std::vector<tcp::endpoint>> allowed(const ProxyHead& head);
  awaitable<void> send(Held connection, tcp::socket& to, std::string_view bytes);
  bool is_ours(const Connection& connection) const;
  void count(Connection& connection, std::size_t more);

  const ProxyOptions options;
  tcp::acceptor acceptor;
  asio::steady_timer timer;
  asio::steady_timer room;  // cancelled when a connection ends
  std::set<Held> connections;
  std::map<std::string, Refusal> refusals;
  std::optional<ProxyHead> upstream;
  std::uint16_t own_port = 0;
  std::size_t bytes = 0;
  bool closed = false;
};

void PageProxy::Shared::start() {
  if (!options.upstream.empty()) {
    upstream = read_proxy_head("GET " + options.upstream + " HTTP/1.1\r\n\r\n");
    if (!upstream) throw std::runtime_error("the proxy is not given as http://HOST:PORT");
  }
  acceptor.open(tcp::v4());
  acceptor.bind(tcp::endpoint(asio::ip::address_v4::loopback(), 0));
  acceptor.listen();
  own_port = acceptor.local_endpoint().port();
  const auto keep = [self = shared_from_this()](std::exception_ptr) {};
  asio::co_spawn(acceptor.get_executor(), accept(), keep);
  asio::co_spawn(acceptor.get_executor(), watch(), keep);
}

void PageProxy::Shared::close() {
  if (std::exchange(closed, true)) return;
  boost::system::error_code ignored;
  acceptor.close(ignored);
  timer.cancel();
  room.cancel();
  for (const auto& connection : connections) connection->close();
}

void PageProxy::Shared::count(Connection& connection, std::size_t more) {
  connection.active = Clock::now();
  bytes += more;
  if (bytes > options.bytes) throw std::runtime_error("the page's bytes are used up");
}

awaitable<void> PageProxy::Shared::accept() {
  while (!closed) {
    boost::system::error_code error;
    if (connections.size() >= options.connections) {
      co_await room.async_wait(asio::redirect_error(use_awaitable, error));
      continue;
    }
    auto socket = co_await acceptor.async_accept(asio::redirect_error(use_awaitable, error));
    if (closed) break;
    if (error) {  // out of descriptors, for now
      asio::steady_timer pause(acceptor.get_executor(), 20ms);
      co_await pause.async_wait(asio::redirect_error(use_awaitable, error));
      continue;
    }
    asio::co_spawn(acceptor.get_executor(), run(std::move(socket)),
                   [self = shared_from_this()](std::exception_ptr) {});
  }
}

// Ends connections that take too long.
awaitable<void> PageProxy::Shared::watch() {
  while (!closed) {
    timer.expires_after(std::min<std::chrono::milliseconds>(500ms, options.idle / 2 + 1ms));
    boost::system::error_code ignored;
    co_await timer.async_wait(asio::redirect_error(use_awaitable, ignored));
    const auto now = Clock::now();
    for (const auto& one : connections)
      if (now - one->active > options.idle || now - one->began > options.total) one->close();
  }
}

bool PageProxy::Shared::is_ours(const Connection& connection) const {
  boost::system::error_code error;
  const auto peer = connection.client.remote_endpoint(error);
  if (error || !peer.address().is_loopback()) return false;
  return peer_user(peer.port(), own_port) == options.user;
}

awaitable<void> PageProxy::Shared::run(tcp::socket client) {
  const auto connection = std::make_shared<Connection>(std::move(client));
  connections.insert(connection);
  try {
    if (is_ours(*connection) && bytes <= options.bytes) co_await serve(connection);
  } catch (const std::exception&) {  // one of the two is gone, or a bound is reached
  }
  connection->close();
  connections.erase(connection);
  room.cancel();
}

awaitable<void> PageProxy::Shared::send(Held connection, tcp::socket& to, std::string_view text) {
  co_await asio::async_write(to, asio::buffer(text.data(), text.size()), use_awaitable);
  count(*connection, text.size());
}

// Up to and with the empty line; what came behind it is left in `rest`, which may begin it.
awaitable<std::string> PageProxy::Shared::read_head(Held connection, tcp::socket& from,
                                                    std::string& rest) {
  const auto end = co_await asio::async_read_until(from, asio::dynamic_buffer(rest, options.head),
                                                   "\r\n\r\n", use_awaitable);
  connection->active = Clock::now();
  std::string head = rest.substr(0, end);
  rest.erase(0, end);
  co_return head;
}

awaitable<void> PageProxy::Shared::serve(Held connection) {
  connection->client.set_option(tcp::no_delay(true));
  std::string rest;
  const auto text = co_await read_head(connection, connection->client, rest);
  std::optional<Refused> refused;
  auto head = read_proxy_head(text);
  if (!head) {
    refused = Refused{400, Refusal::Kind::unreachable, "no request for a proxy"};
  } else {
    try {
      co_await connect(connection, *head);
    } catch (const Refused& why) {
      refused = why;
      if (refusals.size() < most_refusals)
        refusals.insert_or_assign(head->host, Refusal{why.kind, why.why});
    }
  }
  if (refused) {
    const std::string answer = "HTTP/1.1 " + std::to_string(refused->status) +
                               " Refused\r\nContent-Type: text/plain\r\nContent-Length: " +
                               std::to_string(refused->why.size() + 1) +
                               "\r\nConnection: close\r\n\r\n" + refused->why + "\n";
    co_await send(connection, connection->client, answer);
    boost::system::error_code ignored;
    connection->client.shutdown(tcp::socket::shutdown_send, ignored);
    co_await await_end(connection);
  } else if (head->tunnel) {
    co_await open_tunnel(connection, std::move(*head), std::move(rest));
  } else {
    co_await answer_plainly(connection, std::move(*head), std::move(rest));
  }
}

awaitable<std::vector<tcp::endpoint>> PageProxy::Shared::resolve(std::string host,
                                                                 std::uint16_t port) {
  tcp::resolver resolver(acceptor.get_executor());
  boost::system::error_code error;
  const auto found =
      co_await resolver.async_resolve(host, std::to_string(port), tcp::resolver::numeric_service,
                                      asio::redirect_error(use_awaitable, error));
  std::vector<tcp::endpoint> endpoints;
  for (const auto& one : found) endpoints.push_back(one.endpoint());
  co_return endpoints;
}

// Where to connect to: addresses that were judged. Throws Refused.
awaitable<std::vector<tcp::endpoint>> PageProxy::Shared::allowed(const ProxyHead& head) {
  if (!is_web_port(head.port))
    throw Refused{403, Refusal::Kind::forbidden,
                  "port " + std::to_string(head.port) + " is none of a web server"};
  if (!options.private_hosts)
    if (const auto why = io::why_host_not_public(head.host); !why.empty())
      throw Refused{403, Refusal::Kind::forbidden, head.host + " is " + std::string(why)};
  const std::string host = upstream ? upstream->host : head.host;
  const auto port = upstream ? upstream->port : head.port;
  auto endpoints = co_await resolve(host, port);
  if (endpoints.empty()) throw Refused{502, Refusal::Kind::unreachable, host + " is not known"};
  if (upstream || options.private_hosts) co_return endpoints;
  std::string_view why;
  std::erase_if(endpoints, [&](const tcp::endpoint& endpoint) {
    const auto reason = io::why_not_public(*endpoint.data());
    if (!reason.empty()) why = reason;
    return !reason.empty();
  });
  if (endpoints.empty())
    throw Refused{403, Refusal::Kind::forbidden, host + " is at " + std::string(why)};
  co_return endpoints;
}

awaitable<bool> PageProxy::Shared::connect_to_one(Held connection,
                                                  std::vector<tcp::endpoint> endpoints) {
  for (const auto& endpoint : endpoints) {
    boost::system::error_code error;
    if (connection->ended) throw boost::system::system_error(asio::error::operation_aborted);
    connection->server.close(error);
    co_await connection->server.async_connect(endpoint, asio::redirect_error(use_awaitable, error));
    if (!error) co_return true;
    if (error == asio::error::operation_aborted) throw boost::system::system_error(error);
  }
  co_return false;
}

// Throws Refused where it can't be.
awaitable<bool> PageProxy::Shared::connect(Held connection, ProxyHead head) {
  auto endpoints = co_await allowed(head);
  const auto until = Clock::now() + options.connect;
  const auto connected =
      co_await io::before(until, connect_to_one(connection, std::move(endpoints)));
  if (!connected || !*connected)
    throw Refused{502, Refusal::Kind::unreachable, head.host + " does not answer"};
  boost::system::error_code ignored;
  connection->server.set_option(tcp::no_delay(true), ignored);
  connection->active = Clock::now();
  co_return true;
}

// One request and its answer: then the connection ends, so that the next is judged anew.
awaitable<void> PageProxy::Shared::answer_plainly(Held connection, ProxyHead head,
                                                  std::string rest) {
  auto host = authority_of(head.host, head.port);
  if (head.port == 80) host.resize(host.size() - std::string_view(":80").size());
  std::string request = head.method + " " + (upstream ? "http://" + host : "") + head.path +
                        " HTTP/1.1\r\nHost: " + host + "\r\n" + head.headers +
                        "Connection: close\r\n\r\n";
  co_await send(connection, connection->server, request);
  rest.resize(std::min(rest.size(), head.body));
  co_await send(connection, connection->server, rest);
  std::string part(read_at_once, '\0');
  for (auto left = head.body - rest.size(); left > 0;) {
    const auto got = co_await connection->client.async_read_some(
        asio::buffer(part.data(), std::min(left, part.size())), use_awaitable);
    co_await send(connection, connection->server, std::string_view(part).substr(0, got));
    left -= got;
  }
  std::string answer;
  std::optional<AnswerHead> begun;
  do {
    const auto text = co_await read_head(connection, connection->server, answer);
    begun = read_answer_head(text, head.method);
    if (!begun) co_return;
    co_await send(connection, connection->client, begun->text);
  } while (begun->interim);
  std::vector<awaitable<bool>> both;
  both.push_back(pass_answer(connection, std::move(answer), begun->body));
  both.push_back(await_end(connection));
  co_await io::when_all(std::move(both), 2);
}

awaitable<void> PageProxy::Shared::open_tunnel(Held connection, ProxyHead head, std::string rest) {
  if (upstream) {
    const auto to = authority_of(head.host, head.port);
    const auto request = "CONNECT " + to + " HTTP/1.1\r\nHost: " + to + "\r\n\r\n";
    co_await send(connection, connection->server, request);
    std::string answer;
    const auto text = co_await read_head(connection, connection->server, answer);
    if (!text.starts_with("HTTP/1.") || text.size() < 12 || text.substr(9, 1) != "2") co_return;
    static constexpr std::string_view open = "HTTP/1.1 200 Connected\r\n\r\n";
    co_await send(connection, connection->client, open);
    co_await send(connection, connection->client, answer);
  } else {
    static constexpr std::string_view open = "HTTP/1.1 200 Connected\r\n\r\n";
    co_await send(connection, connection->client, open);
  }
  co_await send(connection, connection->server, rest);
  std::vector<awaitable<bool>> both;
  both.push_back(pass(connection, true));
  both.push_back(pass(connection, false));
  co_await io::when_all(std::move(both), 2);
}

// What the server sends, until it ends; `begin` of it is here already.
awaitable<bool> PageProxy::Shared::pass_answer(Held connection, std::string begin,
                                               std::optional<std::size_t> size) {
  const auto most = size.value_or(unbounded);
  begin.resize(std::min(begin.size(), most));
  co_await send(connection, connection->client, begin);
  co_return co_await pass(connection, false, most - begin.size());
}

// One way, until the end, which is passed on. Where it breaks, the other way ends too.
awaitable<bool> PageProxy::Shared::pass(Held connection, bool to_server, std::size_t most) {
  auto& from = to_server ? connection->client : connection->server;
  auto& to = to_server ? connection->server : connection->client;
  std::string part(read_at_once, '\0');
  try {
    while (most > 0) {
      boost::system::error_code error;
      const auto got =
          co_await from.async_read_some(asio::buffer(part.data(), std::min(most, part.size())),
                                        asio::redirect_error(use_awaitable, error));
      if (error == asio::error::eof) break;
      if (error) throw boost::system::system_error(error);
      most -= got;
      co_await send(connection, to, std::string_view(part).substr(0, got));
    }
    boost::system::error_code ignored;
    to.shutdown(tcp::socket::shutdown_send, ignored);
    co_return true;
  } catch (const std::exception&) {
    connection->close();
    co_return false;
  }
}

// Until the client ends the connection, or sends what nobody asked for: then both sides end.
awaitable<bool> PageProxy::Shared::await_end(Held connection) {
  char one = 0;
  boost::system::error_code error;
  co_await connection->client.async_read_some(asio::buffer(&one, 1),
                                              asio::redirect_error(use_awaitable, error));
  connection->close();
  co_return true;
}

PageProxy::PageProxy(asio::any_io_executor executor, ProxyOptions options)
    : shared_(std::make_shared<Shared>(executor, std::move(options))) {
  shared_->start();
}

PageProxy::~PageProxy() { close(); }

void PageProxy::close() { shared_->close(); }

std::uint16_t PageProxy::port() const { return shared_->own_port; }

std::string PageProxy::url() const { return "http://127.0.0.1:" + std::to_string(port()); }

std::optional<Refusal> PageProxy::refusal(const std::string& host) const {
  const auto found = shared_->refusals.find(host_name(host));
  if (found == shared_->refusals.end()) return std::nullopt;
  return found->second;
}

std::size_t PageProxy::bytes() const { return shared_->bytes; }
bool PageProxy::over_bytes() const { return shared_->bytes > shared_->options.bytes; }
std::size_t PageProxy::open_connections() const { return shared_->connections.size(); }

}  // namespace assay::web
