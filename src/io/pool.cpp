#include "io/pool.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <thread>

namespace assay::io {

struct Pool::Impl {
  explicit Impl(unsigned n) : count(n), threads(n) {}
  unsigned count;
  boost::asio::thread_pool threads;
};

Pool::Pool(unsigned threads)
    : impl_(std::make_unique<Impl>(
          threads > 0 ? threads : std::max(1U, std::thread::hardware_concurrency()))) {}

Pool::~Pool() { impl_->threads.join(); }

unsigned Pool::threads() const { return impl_->count; }

boost::asio::awaitable<void> Pool::run_void(std::function<void()> work) {
  namespace asio = boost::asio;
  const auto home = co_await asio::this_coro::executor;
  std::exception_ptr error;
  // The completion goes through a post back to the caller's loop: the coroutine never resumes on a
  // pool thread. It isn't cancelled half-way: `work` refers to the frame that waits here.
  const auto wait = [&](auto handler) {
    asio::post(impl_->threads, [&work, &error, home, handler = std::move(handler)]() mutable {
      try {
        work();
      } catch (...) {
        error = std::current_exception();
      }
      asio::post(home, std::move(handler));
    });
  };
  co_await asio::async_initiate<const asio::use_awaitable_t<>&, void()>(wait, asio::use_awaitable);
  if (error) std::rethrow_exception(error);
}

}  // namespace assay::io
