#pragma once
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <functional>
#include <memory>
#include <utility>

namespace assay::models {

template <class T>
using LlamaDone = std::function<void(std::exception_ptr, T)>;

// Waits on the event loop for what another thread computes: `start` hands the work over, with what
// is to be called once when it has ended (on whatever thread), and `cancel` is called on the loop
// where the caller is cancelled; the work then is to end soon. `T` must be default-constructible.
template <class T>
boost::asio::awaitable<T> wait_for_llama(std::function<void(LlamaDone<T>)> start,
                                         std::function<void()> cancel) {
  namespace asio = boost::asio;
  const asio::any_io_executor home = co_await asio::this_coro::executor;
  const auto begin = [&](auto handler) {
    auto slot = asio::get_associated_cancellation_slot(handler);
    if (slot.is_connected())
      slot.assign([cancel](asio::cancellation_type kind) {
        if (kind != asio::cancellation_type::none) cancel();
      });
    // The handler can't be copied, std::function can.
    auto kept = std::make_shared<decltype(handler)>(std::move(handler));
    auto work = asio::make_work_guard(home);
    start([kept, home, work, slot](std::exception_ptr error, T value) mutable {
      asio::post(home, [kept = std::move(kept), slot, error, value = std::move(value)]() mutable {
        if (slot.is_connected()) slot.clear();
        auto own = std::move(*kept);
        kept.reset();
        std::move(own)(error, std::move(value));
      });
    });
  };
  T result =
      co_await asio::async_initiate<const asio::use_awaitable_t<>&, void(std::exception_ptr, T)>(
          begin, asio::use_awaitable);
  co_return result;
}

}  // namespace assay::models
