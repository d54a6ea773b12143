#pragma once
#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>
#include <chrono>
#include <exception>
#include <memory>
#include <optional>
#include <utility>

// Include in sources only: it brings much of Asio.
namespace assay::io {

namespace detail {

template <class T>
struct Timed {
  Timed(boost::asio::any_io_executor executor, std::chrono::steady_clock::time_point until)
      : timer(executor, until) {}
  boost::asio::steady_timer timer;  // cancelled when the operation has ended
  boost::asio::cancellation_signal signal;
  std::optional<T> value;
  std::exception_ptr error;
  bool told = false;  // to end
  bool ended = false;
};

}  // namespace detail

// The operation's value, or its exception; nothing where it had not ended at `until`: then it was
// cancelled, and has ended. Cancellation of the caller cancels it, and is thrown on.
template <class T>
boost::asio::awaitable<std::optional<T>> before(std::chrono::steady_clock::time_point until,
                                                boost::asio::awaitable<T> operation) {
  namespace asio = boost::asio;
  const auto executor = co_await asio::this_coro::executor;
  const auto timed = std::make_shared<detail::Timed<T>>(executor, until);
  auto ended = [timed](std::exception_ptr error, T value) {
    timed->error = std::move(error);
    if (!timed->error) timed->value.emplace(std::move(value));
    timed->ended = true;
    timed->timer.cancel();
  };
  asio::co_spawn(executor, std::move(operation),
                 asio::bind_cancellation_slot(timed->signal.slot(), std::move(ended)));
  // Whatever happens, we wait for its end: it may refer to what its caller holds.
  const bool throws = co_await asio::this_coro::throw_if_cancelled();
  co_await asio::this_coro::throw_if_cancelled(false);
  bool cancelled = false;
  bool late = false;
  while (!timed->ended) {
    const auto state = co_await asio::this_coro::cancellation_state;
    const bool stop = state.cancelled() != asio::cancellation_type::none;
    if (stop) {
      cancelled = true;
      co_await asio::this_coro::reset_cancellation_state();
    } else if (!late && !cancelled) {
      late = std::chrono::steady_clock::now() >= until;
    }
    if (cancelled || late) {
      timed->timer.expires_at(std::chrono::steady_clock::time_point::max());
      if (!std::exchange(timed->told, true)) timed->signal.emit(asio::cancellation_type::terminal);
      if (timed->ended) break;
    }
    boost::system::error_code ignored;
    co_await timed->timer.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
  }
  co_await asio::this_coro::throw_if_cancelled(throws);
  if (cancelled) throw boost::system::system_error(asio::error::operation_aborted);
  if (timed->value) co_return std::move(timed->value);
  if (late) co_return std::nullopt;
  std::rethrow_exception(timed->error);
}

}  // namespace assay::io
