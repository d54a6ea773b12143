#pragma once
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "assay/core/json.h"

namespace assay::web {

// Why a command brought no result. what() is one line.
struct DevToolsFailure : std::runtime_error {
  enum class Kind {
    refused,  // the browser says no
    gone,     // nobody answers any more
  };
  DevToolsFailure(Kind kind_of, const std::string& message)
      : std::runtime_error(message), kind(kind_of) {}
  Kind kind;
};

// A client of the DevTools protocol over a local socket and a pipe: JSON messages, each ended by a
// zero byte. What comes is judged as hostile: what is no JSON object, names no command that waits,
// or is longer than the bound is passed over. For one event loop.
class DevTools {
 public:
  // Told each event of a session, one at a time. `parameters` is an object.
  using Listener = std::function<void(std::string_view method, const core::Json& parameters)>;

  // `commands` is a stream socket of this machine, `answers` a pipe or socket; it owns both.
  DevTools(boost::asio::any_io_executor executor, int commands, int answers,
           std::size_t longest_message = 64 << 20);
  ~DevTools();  // close()
  DevTools(const DevTools&) = delete;
  DevTools& operator=(const DevTools&) = delete;

  // The command's result, an object. `session`: of the target that it is for; empty: the browser.
  // Throws DevToolsFailure, and operation_aborted where the caller is cancelled. Waits for as long
  // as the browser lives: who calls sets the time.
  boost::asio::awaitable<core::Json> call(std::string method, core::Json parameters,
                                          std::string session = {}) const;
  boost::asio::awaitable<core::Json> call(std::string method) const;

  // Until forget(), or until a command of that session is never answered again. One for a session.
  void listen(const std::string& session, Listener listener);
  void forget(const std::string& session);

  bool open() const;
  // Ends all commands that wait with `gone`.
  void close();

 private:
  struct Shared;
  static boost::asio::awaitable<core::Json> send(std::shared_ptr<Shared> shared, std::string method,
                                                 core::Json parameters, std::string session);
  std::shared_ptr<Shared> shared_;
};

// Fields of what the browser says, whatever it says: empty, or nothing, where they are not there.
std::string text_of(const core::Json& object, std::string_view name);
double number_of(const core::Json& object, std::string_view name);
const core::Json& object_of(const core::Json& object, std::string_view name);

}  // namespace assay::web
