#include "web/browser/devtools.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <cstdint>
#include <deque>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "io/http_text.h"

namespace assay::web {
namespace {

namespace asio = boost::asio;
using asio::awaitable;
using asio::use_awaitable;
using core::Json;
using Kind = DevToolsFailure::Kind;

constexpr std::size_t read_at_once = 256 << 10;

// A command that waits for its answer.
struct Waiting {
  explicit Waiting(const asio::any_io_executor& executor)
      : answered(executor, asio::steady_timer::time_point::max()) {}
  asio::steady_timer answered;  // cancelled with the answer
  std::optional<Json> answer;
  bool gone = false;
};

// The messages in a stream of bytes.
class Splitter {
 public:
  explicit Splitter(std::size_t longest) : longest_(longest) {}

  // Hands each whole message to `take`.
  template <class Take>
  void add(std::string_view bytes, const Take& take) {
    while (!bytes.empty()) {
      const auto end = bytes.find('\0');
      if (!skipping_) message_.append(bytes.substr(0, end));
      if (message_.size() > longest_) {
        skipping_ = true;
        message_ = {};
      }
      if (end == bytes.npos) return;
      bytes.remove_prefix(end + 1);
      const auto message = std::exchange(message_, {});
      if (!std::exchange(skipping_, false)) take(message);
    }
  }

 private:
  std::size_t longest_;
  std::string message_;
  bool skipping_ = false;
};

}  // namespace

struct DevTools::Shared : std::enable_shared_from_this<DevTools::Shared> {
  Shared(const asio::any_io_executor& executor, int write_to, int read_from, std::size_t longest)
      : commands(executor, asio::local::stream_protocol(), write_to),
        answers(executor, read_from),
        splitter(longest) {}

  awaitable<void> read();
  awaitable<void> write();
  void take(const std::string& message);
  void close();

  asio::local::stream_protocol::socket commands;
  asio::posix::stream_descriptor answers;
  Splitter splitter;
  std::map<std::uint64_t, std::shared_ptr<Waiting>> waiting;
  std::map<std::string, std::shared_ptr<Listener>> listeners;
  std::deque<std::string> unsent;
  std::uint64_t last = 0;
  bool writing = false;
  bool closed = false;
};

void DevTools::Shared::close() {
  if (std::exchange(closed, true)) return;
  boost::system::error_code ignored;
  commands.close(ignored);
  answers.close(ignored);
  for (auto& [id, one] : std::exchange(waiting, {})) {
    one->gone = true;
    one->answered.cancel();
  }
  listeners.clear();
}

void DevTools::Shared::take(const std::string& message) {
  Json json = Json::parse(message, nullptr, false);
  if (!json.is_object()) return;
  if (const auto id = json.find("id"); id != json.end()) {
    if (!id->is_number_unsigned()) return;
    const auto found = waiting.find(id->get<std::uint64_t>());
    if (found == waiting.end()) return;
    found->second->answer = std::move(json);
    found->second->answered.cancel();
    waiting.erase(found);
    return;
  }
  const auto method = text_of(json, "method");
  const auto found = listeners.find(text_of(json, "sessionId"));
  if (method.empty() || found == listeners.end()) return;
  const auto listener = found->second;  // it may forget itself
  (*listener)(method, object_of(json, "params"));
}

awaitable<void> DevTools::Shared::read() {
  std::string bytes(read_at_once, '\0');
  while (!closed) {
    boost::system::error_code error;
    const auto got = co_await answers.async_read_some(asio::buffer(bytes),
                                                      asio::redirect_error(use_awaitable, error));
    if (error) break;
    splitter.add(std::string_view(bytes).substr(0, got),
                 [this](const std::string& message) { take(message); });
  }
  close();
}

awaitable<void> DevTools::Shared::write() {
  while (!closed && !unsent.empty()) {
    const auto message = std::move(unsent.front());
    unsent.pop_front();
    boost::system::error_code error;
    co_await asio::async_write(commands, asio::buffer(message),
                               asio::redirect_error(use_awaitable, error));
    if (error) close();
  }
  writing = false;
}

DevTools::DevTools(asio::any_io_executor executor, int commands, int answers,
                   std::size_t longest_message)
    : shared_(std::make_shared<Shared>(executor, commands, answers, longest_message)) {
  asio::co_spawn(
      executor, [](std::shared_ptr<Shared> shared) { return shared->read(); }(shared_),
      [shared = shared_](std::exception_ptr) { shared->close(); });
}

DevTools::~DevTools() { close(); }

bool DevTools::open() const { return !shared_->closed; }
void DevTools::close() { shared_->close(); }

void DevTools::listen(const std::string& session, Listener listener) {
  shared_->listeners[session] = std::make_shared<Listener>(std::move(listener));
}

void DevTools::forget(const std::string& session) { shared_->listeners.erase(session); }

// By value: it may outlive its caller.
awaitable<Json> DevTools::send(std::shared_ptr<Shared> shared, std::string method, Json parameters,
                               std::string session) {
  const DevToolsFailure gone(Kind::gone, "the browser ended");
  if (shared->closed) throw gone;
  const auto executor = co_await asio::this_coro::executor;
  const auto id = ++shared->last;
  Json command{{"id", id}, {"method", method}};
  if (!parameters.empty()) command["params"] = std::move(parameters);
  if (!session.empty()) command["sessionId"] = session;
  const auto waiting = std::make_shared<Waiting>(executor);
  shared->waiting[id] = waiting;
  auto text = command.dump(-1, ' ', false, Json::error_handler_t::replace);
  text.push_back('\0');
  shared->unsent.push_back(std::move(text));
  if (!std::exchange(shared->writing, true)) {
    auto write = [](std::shared_ptr<Shared> held) -> awaitable<void> { co_await held->write(); };
    asio::co_spawn(executor, write(shared), asio::detached);
  }
  boost::system::error_code ignored;
  co_await waiting->answered.async_wait(asio::redirect_error(use_awaitable, ignored));
  shared->waiting.erase(id);
  if (waiting->gone) throw gone;
  if (!waiting->answer) throw boost::system::system_error(asio::error::operation_aborted);
  if (const auto error = waiting->answer->find("error"); error != waiting->answer->end())
    throw DevToolsFailure(Kind::refused,
                          method + ": " + io::one_line(text_of(*error, "message"), 200));
  co_return object_of(*waiting->answer, "result");
}

awaitable<Json> DevTools::call(std::string method, Json parameters, std::string session) const {
  return send(shared_, std::move(method), std::move(parameters), std::move(session));
}

awaitable<Json> DevTools::call(std::string method) const {
  return send(shared_, std::move(method), Json::object(), {});
}

std::string text_of(const Json& object, std::string_view name) {
  if (!object.is_object()) return {};
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

double number_of(const Json& object, std::string_view name) {
  if (!object.is_object()) return 0;
  const auto found = object.find(name);
  return found != object.end() && found->is_number() ? found->get<double>() : 0;
}

const Json& object_of(const Json& object, std::string_view name) {
  static const Json none = Json::object();
  if (!object.is_object()) return none;
  const auto found = object.find(name);
  return found != object.end() && found->is_object() ? *found : none;
}

}  // namespace assay::web
