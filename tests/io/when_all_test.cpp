#include "io/when_all.h"

#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <optional>

#include "io/pool.h"

namespace assay::io {
namespace {

namespace asio = boost::asio;
using asio::awaitable;
using std::chrono::milliseconds;

struct Load {
  int running = 0;
  int most = 0;
  int started = 0;
};

awaitable<int> work(Load& load, int value, milliseconds time) {
  ++load.started;
  load.most = std::max(load.most, ++load.running);
  asio::steady_timer timer(co_await asio::this_coro::executor, time);
  boost::system::error_code error;
  co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, error));
  --load.running;
  if (error) throw boost::system::system_error(error);
  if (value < 0) throw std::runtime_error("negative");
  co_return value;
}

template <class T>
std::vector<Outcome<T>> gather(std::vector<awaitable<T>> all, std::size_t limit) {
  asio::io_context loop(1);
  std::vector<Outcome<T>> outcomes;
  asio::co_spawn(loop, when_all(std::move(all), limit),
                 [&](std::exception_ptr e, std::vector<Outcome<T>> o) {
                   EXPECT_FALSE(e);
                   outcomes = std::move(o);
                 });
  loop.run();
  return outcomes;
}

TEST(WhenAll, ReturnsInTheOrderOfTheInput) {
  Load load;
  std::vector<awaitable<int>> all;
  for (int i = 0; i < 10; ++i) all.push_back(work(load, i, milliseconds(10 - i)));
  auto outcomes = gather(std::move(all), 4);
  ASSERT_EQ(outcomes.size(), 10U);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(outcomes[static_cast<std::size_t>(i)].get(), i);
  EXPECT_EQ(load.most, 4);
}

TEST(WhenAll, AFailureStopsNoOther) {
  Load load;
  std::vector<awaitable<int>> all;
  for (const int value : {1, -1, 3}) all.push_back(work(load, value, milliseconds(1)));
  auto outcomes = gather(std::move(all), 2);
  EXPECT_EQ(outcomes[0].get(), 1);
  EXPECT_FALSE(outcomes[1].ok());
  EXPECT_THROW(outcomes[1].get(), std::runtime_error);
  EXPECT_EQ(outcomes[2].get(), 3);
}

TEST(WhenAll, NothingIsNothing) { EXPECT_TRUE(gather(std::vector<awaitable<int>>{}, 3).empty()); }

TEST(WhenAll, CancellationEndsTheChildrenAndIsThrownOn) {
  asio::io_context loop(1);
  Load load;
  std::vector<awaitable<int>> all;
  for (int i = 0; i < 6; ++i) all.push_back(work(load, i, std::chrono::hours(1)));
  asio::cancellation_signal signal;
  std::optional<boost::system::error_code> ended;
  asio::co_spawn(loop, when_all(std::move(all), 3),
                 asio::bind_cancellation_slot(signal.slot(), [&](std::exception_ptr e, auto) {
                   try {
                     if (e) std::rethrow_exception(e);
                   } catch (const boost::system::system_error& error) {
                     ended = error.code();
                   }
                 }));
  asio::steady_timer timer(loop, milliseconds(5));
  timer.async_wait([&](auto) { signal.emit(asio::cancellation_type::terminal); });
  loop.run();
  ASSERT_TRUE(ended.has_value());
  EXPECT_EQ(*ended, asio::error::operation_aborted);
  EXPECT_EQ(load.running, 0);
  EXPECT_EQ(load.started, 3);
}

TEST(Pool, RunsWorkAndCarriesItsException) {
  Pool pool(2);
  asio::io_context loop(1);
  int sum = 0;
  bool thrown = false;
  const auto all = [&]() -> awaitable<void> {
    for (int i = 0; i < 50; ++i) sum += co_await pool.run([i] { return i; });
    try {
      co_await pool.run([]() -> int { throw std::runtime_error("no"); });
    } catch (const std::runtime_error&) {
      thrown = true;
    }
  };
  asio::co_spawn(loop, all(), [](std::exception_ptr e) { EXPECT_FALSE(e); });
  loop.run();
  EXPECT_EQ(sum, 1225);
  EXPECT_TRUE(thrown);
}

}  // namespace
}  // namespace assay::io
