#pragma once
#include <utility>

#include "io/run_to_end.h"

namespace assay::test {

// Runs the loop until the operation has ended, and returns its value or throws its exception.
template <class T>
T await(boost::asio::io_context& loop, boost::asio::awaitable<T> operation) {
  return io::run_to_end(loop, std::move(operation));
}

}  // namespace assay::test
