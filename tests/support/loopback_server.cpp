#include "support/loopback_server.h"

#include <algorithm>
#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <cctype>
#include <deque>
#include <limits>
#include <mutex>
#include <thread>

#include "io/descriptors.h"

namespace assay::test {
namespace {

namespace asio = boost::asio;
using asio::awaitable;
using asio::use_awaitable;
using asio::ip::tcp;
using namespace std::chrono_literals;

bool same_name(const std::string& a, const std::string& b) {
  return std::ranges::equal(
      a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

std::string take_line(std::string& text) {
  const auto end = text.find("\r\n");
  std::string line = text.substr(0, end);
  text.erase(0, end == std::string::npos ? end : end + 2);
  return line;
}

Asked parse_head(std::string head) {
  Asked asked;
  const std::string first = take_line(head);
  const auto space = first.find(' ');
  asked.method = first.substr(0, space);
  asked.target = first.substr(space + 1, first.rfind(' ') - space - 1);
  while (!head.empty()) {
    const std::string line = take_line(head);
    const auto colon = line.find(':');
    if (colon == std::string::npos) continue;
    const auto value = line.find_first_not_of(' ', colon + 1);
    asked.headers.emplace_back(line.substr(0, colon),
                               value == std::string::npos ? "" : line.substr(value));
  }
  return asked;
}

std::string head_of(const Reply& reply) {
  std::string head = "HTTP/1.1 " + std::to_string(reply.status) + " Scripted\r\n";
  for (const auto& [name, value] : reply.headers) head += name + ": " + value + "\r\n";
  if (reply.fault == Fault::endless_headers) return head;
  if (reply.fault == Fault::endless_body) return head + "Transfer-Encoding: chunked\r\n\r\n";
  return head + "Content-Length: " + std::to_string(reply.body.size()) + "\r\n\r\n";
}

std::string chunk_of(const std::string& body) {
  const std::string bytes = body.empty() ? "x" : body;
  std::string size;
  for (auto left = bytes.size(); left > 0; left /= 16)
    size.insert(size.begin(), "0123456789abcdef"[left % 16]);
  return size + "\r\n" + bytes + "\r\n";
}

awaitable<void> wait(std::chrono::milliseconds time) {
  asio::steady_timer timer(co_await asio::this_coro::executor, time);
  co_await timer.async_wait(use_awaitable);
}

awaitable<void> send(tcp::socket& socket, std::string bytes) {
  co_await asio::async_write(socket, asio::buffer(bytes), use_awaitable);
}

// Until the client ends the connection.
awaitable<void> await_end(tcp::socket& socket) {
  std::string ignored(1024, '\0');
  for (;;) co_await socket.async_read_some(asio::buffer(ignored), use_awaitable);
}

// Throws where the connection is at its end.
awaitable<void> answer(tcp::socket& socket, Reply reply) {
  if (reply.delay > 0ms) co_await wait(reply.delay);
  switch (reply.fault) {
    case Fault::hang:
      co_await await_end(socket);
      break;
    case Fault::drop:
      socket.close();
      break;
    case Fault::half_body:
      co_await send(socket, head_of(reply) + reply.body.substr(0, reply.body.size() / 2));
      socket.close();
      break;
    case Fault::endless_body:
      co_await send(socket, head_of(reply));
      for (;;) co_await send(socket, chunk_of(reply.body));
    case Fault::endless_headers:
      co_await send(socket, head_of(reply));
      for (;;) co_await send(socket, "X-More: " + std::string(1000, 'h') + "\r\n");
    case Fault::slow_body:
      co_await send(socket, head_of(reply));
      for (const char c : reply.body) {
        co_await send(socket, std::string(1, c));
        co_await wait(20ms);
      }
      break;
    case Fault::raw:
      co_await send(socket, reply.body);
      socket.close();
      break;
    case Fault::none:
      co_await send(socket, head_of(reply) + reply.body);
      break;
  }
}

}  // namespace

std::optional<std::string> Asked::header(const std::string& name) const {
  for (const auto& [key, value] : headers)
    if (same_name(key, name)) return value;
  return std::nullopt;
}

struct LoopbackServer::State {
  explicit State(Handler answers)
      : handler(std::move(answers)), acceptor(loop, tcp::endpoint(tcp::v4(), 0), true) {}

  awaitable<void> serve(tcp::socket socket);
  void note(const Asked& request);
  awaitable<void> accept();

  Handler handler;
  asio::io_context loop{1};
  tcp::acceptor acceptor;
  mutable std::mutex mutex;
  std::deque<Asked> asked;
  std::size_t most_asked = std::numeric_limits<std::size_t>::max();
  std::size_t asked_count = 0;
  std::atomic<std::size_t> connections{0};
  std::atomic<std::size_t> open{0};
  std::thread thread;
};

void LoopbackServer::State::note(const Asked& request) {
  const std::lock_guard lock(mutex);
  ++asked_count;
  asked.push_back(request);
  while (asked.size() > most_asked) asked.pop_front();
}

awaitable<void> LoopbackServer::State::serve(tcp::socket socket) {
  struct Open {
    explicit Open(std::atomic<std::size_t>& count) : all(count) { ++all; }
    ~Open() { --all; }
    std::atomic<std::size_t>& all;
  } one(open);
  ++connections;
  try {
    std::string bytes;
    while (socket.is_open()) {
      const auto end = co_await asio::async_read_until(socket, asio::dynamic_buffer(bytes),
                                                       "\r\n\r\n", use_awaitable);
      Asked request = parse_head(bytes.substr(0, end));
      bytes.erase(0, end);
      const auto size = std::stoul(request.header("Content-Length").value_or("0"));
      if (bytes.size() < size)
        co_await asio::async_read(socket, asio::dynamic_buffer(bytes),
                                  asio::transfer_exactly(size - bytes.size()), use_awaitable);
      request.body = bytes.substr(0, size);
      bytes.erase(0, size);
      note(request);
      Reply reply = handler(request);
      co_await answer(socket, std::move(reply));
    }
  } catch (const boost::system::system_error&) {  // the client went
  }
}

awaitable<void> LoopbackServer::State::accept() {
  for (;;) {
    boost::system::error_code error;
    tcp::socket socket = co_await acceptor.async_accept(asio::redirect_error(use_awaitable, error));
    if (error == asio::error::operation_aborted) co_return;
    if (error) {  // out of descriptors, for now
      co_await wait(10ms);
      continue;
    }
    socket.set_option(tcp::no_delay(true));
    asio::co_spawn(loop, serve(std::move(socket)), asio::detached);
  }
}

LoopbackServer::LoopbackServer(Handler handler)
    : state_(std::make_shared<State>(std::move(handler))) {
  io::raise_descriptor_limit();
  asio::co_spawn(state_->loop, state_->accept(), asio::detached);
  state_->thread = std::thread([state = state_.get()] { state->loop.run(); });
}

LoopbackServer::~LoopbackServer() {
  state_->loop.stop();
  state_->thread.join();
}

unsigned short LoopbackServer::port() const { return state_->acceptor.local_endpoint().port(); }

std::string LoopbackServer::url(const std::string& path) const {
  return "http://127.0.0.1:" + std::to_string(port()) + path;
}

std::vector<Asked> LoopbackServer::asked() const {
  const std::lock_guard lock(state_->mutex);
  return {state_->asked.begin(), state_->asked.end()};
}

void LoopbackServer::remember(std::size_t most) {
  const std::lock_guard lock(state_->mutex);
  state_->most_asked = most;
}

std::size_t LoopbackServer::asked_count() const {
  const std::lock_guard lock(state_->mutex);
  return state_->asked_count;
}

std::size_t LoopbackServer::connections() const { return state_->connections; }
std::size_t LoopbackServer::open_connections() const { return state_->open; }

}  // namespace assay::test
