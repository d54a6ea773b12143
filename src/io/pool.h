#pragma once
#include <boost/asio/awaitable.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace assay::io {

// Threads for CPU work that is trusted and bounded, so that the event loop never waits for it.
class Pool {
 public:
  // 0: one thread a core.
  explicit Pool(unsigned threads = 0);
  ~Pool();  // waits for the work that was started
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  unsigned threads() const;

  // Runs `work` on one of the threads and resumes on the caller's executor with its result, or
  // with the exception that it threw. `work` must not touch what the event loop may change.
  template <class Work>
  auto run(Work work) -> boost::asio::awaitable<std::invoke_result_t<Work&>> {
    using Result = std::invoke_result_t<Work&>;
    std::optional<Result> result;
    co_await run_void([&] { result.emplace(work()); });
    co_return std::move(*result);
  }

 private:
  boost::asio::awaitable<void> run_void(std::function<void()> work);

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay::io
