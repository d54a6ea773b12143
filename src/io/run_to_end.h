#pragma once
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <exception>
#include <optional>
#include <utility>

// Include in sources only: it brings much of Asio.
namespace assay::io {

// Runs the loop until the operation has ended, and returns its value or throws its exception. May
// be called again on the same loop.
template <class T>
T run_to_end(boost::asio::io_context& loop, boost::asio::awaitable<T> operation) {
  std::optional<T> value;
  std::exception_ptr error;
  boost::asio::co_spawn(loop, std::move(operation), [&](std::exception_ptr e, T result) {
    error = std::move(e);
    if (!error) value.emplace(std::move(result));
    loop.stop();
  });
  loop.restart();
  loop.run();
  if (error) std::rethrow_exception(error);
  return std::move(*value);
}

}  // namespace assay::io
