#include "io/deadline.h"

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <stdexcept>

#include "support/await.h"

namespace assay::io {
namespace {

namespace asio = boost::asio;
using asio::awaitable;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

steady_clock::time_point in(int time) { return steady_clock::now() + milliseconds(time); }

awaitable<int> at_once() { co_return 7; }

awaitable<int> after(int time) {
  asio::steady_timer timer(co_await asio::this_coro::executor, milliseconds(time));
  co_await timer.async_wait(asio::use_awaitable);
  co_return 7;
}

awaitable<int> failing(int time) {
  co_await after(time);
  throw std::runtime_error("it failed");
}

// Takes its time to end after it was cancelled, and says when it has.
awaitable<int> slow_to_end(bool& ended) {
  boost::system::error_code ignored;
  asio::steady_timer timer(co_await asio::this_coro::executor, milliseconds(10'000));
  co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
  co_await asio::this_coro::reset_cancellation_state();
  timer.expires_after(milliseconds(50));
  co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
  ended = true;
  throw boost::system::system_error(asio::error::operation_aborted);
}

awaitable<std::optional<int>> in_time(int time, awaitable<int> operation) {
  return before(in(time), std::move(operation));
}

class Deadline : public testing::Test {
 protected:
  asio::io_context loop_{1};
};

TEST_F(Deadline, WhatEndsInTimeHasItsValue) {
  EXPECT_EQ(test::await(loop_, in_time(1'000, at_once())), 7);
  EXPECT_EQ(test::await(loop_, in_time(1'000, after(5))), 7);
  EXPECT_EQ(test::await(loop_, in_time(-1'000, at_once())), 7);  // had ended all the same
}

TEST_F(Deadline, WhatDoesNotEndIsCancelled) {
  const auto begin = steady_clock::now();
  EXPECT_FALSE(test::await(loop_, in_time(20, after(10'000))));
  EXPECT_FALSE(test::await(loop_, in_time(-20, after(10'000))));
  EXPECT_LT(steady_clock::now() - begin, milliseconds(3'000));
}

TEST_F(Deadline, ItsExceptionIsThrownOn) {
  EXPECT_THROW(test::await(loop_, in_time(1'000, failing(5))), std::runtime_error);
}

TEST_F(Deadline, ItHasEndedWhenNoMoreIsWaitedFor) {
  bool ended = false;
  EXPECT_FALSE(test::await(loop_, in_time(10, slow_to_end(ended))));
  EXPECT_TRUE(ended);
}

// Cancels the caller after each of these times; is the operation's end waited for, and the
// cancellation thrown on?
void cancel_after(std::vector<int> times, int deadline) {
  asio::io_context loop(1);
  bool ended = false;
  bool was_ended = false;
  std::exception_ptr error;
  asio::cancellation_signal signal;
  const auto caller = [&]() -> awaitable<int> {
    try {
      co_await before(in(deadline), slow_to_end(ended));
    } catch (...) {
      was_ended = ended;
      throw;
    }
    was_ended = ended;
    co_return 0;
  };
  asio::co_spawn(loop, caller(), asio::bind_cancellation_slot(signal.slot(), [&](auto e, int) {
                   error = std::move(e);
                 }));
  std::vector<std::unique_ptr<asio::steady_timer>> timers;
  for (const int time : times) {
    timers.push_back(std::make_unique<asio::steady_timer>(loop, milliseconds(time)));
    timers.back()->async_wait([&](auto) { signal.emit(asio::cancellation_type::terminal); });
  }
  loop.run();
  EXPECT_TRUE(was_ended);
  ASSERT_TRUE(error);
  EXPECT_THROW(std::rethrow_exception(error), boost::system::system_error);
}

TEST_F(Deadline, CancellationWaitsForItsEndAndIsThrownOn) {
  cancel_after({10}, 5'000);
  cancel_after({10, 30}, 5'000);  // twice
  cancel_after({30}, 10);         // when it was late already
  cancel_after({0}, 5'000);
}

// The caller goes on as it was.
TEST_F(Deadline, LeavesTheCallersCancellationAsItWas) {
  const auto caller = []() -> awaitable<bool> {
    co_await before(in(5), after(1'000));
    const bool still = co_await asio::this_coro::throw_if_cancelled();
    co_return still;
  };
  EXPECT_TRUE(test::await(loop_, caller()));
}

}  // namespace
}  // namespace assay::io
