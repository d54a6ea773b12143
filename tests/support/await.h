#pragma once
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <exception>
#include <optional>
#include <utility>

namespace assay::test {

// Runs the loop until the operation has ended, and returns its value or throws its exception.
template <class T>
T await(boost::asio::io_context& loop, boost::asio::awaitable<T> operation) {
  std::optional<T> value;
  std::exception_ptr error;
  boost::asio::co_spawn(loop, std::move(operation), [&](std::exception_ptr e, T result) {
    error = e;
    if (!e) value.emplace(std::move(result));
    loop.stop();
  });
  loop.restart();
  loop.run();
  if (error) std::rethrow_exception(error);
  return std::move(*value);
}

}  // namespace assay::test
