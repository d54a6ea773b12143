#pragma once
#include <algorithm>
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
#include <cstddef>
#include <deque>
#include <exception>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

// Include in sources only: it brings much of Asio.
namespace assay::io {

// What came of one piece of work: its value, or the exception that ended it.
template <class T>
class Outcome {
 public:
  bool ok() const { return state_.index() == 1; }
  // The value; rethrows the exception where there is none.
  T& get() {
    if (state_.index() == 2) std::rethrow_exception(std::get<2>(state_));
    return std::get<1>(state_);
  }
  std::exception_ptr error() const {
    return state_.index() == 2 ? std::get<2>(state_) : std::exception_ptr();
  }
  bool pending() const { return state_.index() == 0; }
  void set_value(T value) { state_.template emplace<1>(std::move(value)); }
  void set_error(std::exception_ptr error) { state_.template emplace<2>(std::move(error)); }

 private:
  std::variant<std::monostate, T, std::exception_ptr> state_;
};

namespace detail {

template <class T>
struct WhenAll {
  WhenAll(boost::asio::any_io_executor executor, std::vector<boost::asio::awaitable<T>> work)
      : operations(std::move(work)),
        outcomes(operations.size()),
        finished(executor, boost::asio::steady_timer::time_point::max()) {}

  std::vector<boost::asio::awaitable<T>> operations;
  std::vector<Outcome<T>> outcomes;
  std::size_t next = 0;
  std::size_t lanes = 0;
  bool stopped = false;
  std::deque<boost::asio::cancellation_signal> signals;  // one a lane; a deque keeps addresses
  boost::asio::steady_timer finished;                    // cancelled when the last lane has ended
};

// Takes one operation after another until none is left. By value: a stored coroutine outlives its
// caller.
template <class T>
boost::asio::awaitable<void> run_lane(std::shared_ptr<WhenAll<T>> all) {
  while (!all->stopped && all->next < all->operations.size()) {
    const auto index = all->next++;
    auto operation = std::move(all->operations[index]);
    try {
      T value = co_await std::move(operation);
      all->outcomes[index].set_value(std::move(value));
    } catch (...) {
      all->outcomes[index].set_error(std::current_exception());
    }
  }
}

}  // namespace detail

// Runs every operation on the caller's executor (one event loop), at most `limit` at a time, and
// returns the outcomes in the order of the input once all have ended. A failure is an outcome and
// stops no other. Where the caller is cancelled, the operations that run are cancelled, the others
// aren't started, and after the last has ended the cancellation is thrown on (operation_aborted).
template <class T>
boost::asio::awaitable<std::vector<Outcome<T>>> when_all(
    std::vector<boost::asio::awaitable<T>> operations, std::size_t limit) {
  namespace asio = boost::asio;
  const auto executor = co_await asio::this_coro::executor;
  const auto all = std::make_shared<detail::WhenAll<T>>(executor, std::move(operations));
  all->lanes = std::min(std::max<std::size_t>(limit, 1), all->operations.size());
  const auto lanes = all->lanes;
  for (std::size_t i = 0; i < lanes; ++i) all->signals.emplace_back();
  for (std::size_t i = 0; i < lanes; ++i) {
    auto ended = [all](std::exception_ptr) {
      if (--all->lanes == 0) all->finished.cancel();
    };
    asio::co_spawn(executor, detail::run_lane(all),
                   asio::bind_cancellation_slot(all->signals[i].slot(), std::move(ended)));
  }
  while (all->lanes > 0) {
    boost::system::error_code ignored;
    co_await all->finished.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    const auto state = co_await asio::this_coro::cancellation_state;
    if (all->lanes == 0 || all->stopped || state.cancelled() == asio::cancellation_type::none)
      continue;
    all->stopped = true;
    for (auto& signal : all->signals) signal.emit(asio::cancellation_type::terminal);
    // From here on we wait for the children's end, which is no longer to be cancelled.
    co_await asio::this_coro::reset_cancellation_state();
    co_await asio::this_coro::throw_if_cancelled(false);
  }
  if (all->stopped) throw boost::system::system_error(asio::error::operation_aborted);
  co_return std::move(all->outcomes);
}

}  // namespace assay::io
