#include "models/call_limit.h"

#include <gtest/gtest.h>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <memory>
#include <vector>

#include "io/when_all.h"
#include "support/await.h"

namespace assay::models {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

struct Seen {
  std::size_t most = 0;
  std::vector<int> order;
};

asio::awaitable<int> call(std::shared_ptr<CallLimit> limit, std::shared_ptr<Seen> seen,
                          int number) {
  CallLimit::Slot slot = co_await limit->enter();
  seen->most = std::max(seen->most, limit->under_way());
  seen->order.push_back(number);
  asio::steady_timer timer(co_await asio::this_coro::executor, 2ms);
  co_await timer.async_wait(asio::use_awaitable);
  slot.succeeded();
  co_return number;
}

using Held = std::unique_ptr<CallLimit::Slot>;

asio::awaitable<Held> hold(CallLimit& limit) {
  CallLimit::Slot slot = co_await limit.enter();
  co_return std::make_unique<CallLimit::Slot>(std::move(slot));
}

Held enter(CallLimit& limit) {
  asio::io_context loop(1);
  return test::await(loop, hold(limit));
}

TEST(CallLimit, NoMoreThanTheBoundAreUnderWayAndAllComeInTurn) {
  asio::io_context loop(1);
  const auto limit = std::make_shared<CallLimit>(3);
  const auto seen = std::make_shared<Seen>();
  std::vector<asio::awaitable<int>> all;
  for (int i = 0; i < 20; ++i) all.push_back(call(limit, seen, i));
  auto outcomes = test::await(loop, io::when_all(std::move(all), 100));
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(outcomes[static_cast<std::size_t>(i)].get(), i);
    EXPECT_EQ(seen->order.at(static_cast<std::size_t>(i)), i);
  }
  EXPECT_EQ(seen->most, 3U);
  EXPECT_EQ(limit->under_way(), 0U);
}

TEST(CallLimit, IsHalvedOnceForCallsThatMetTheSameWall) {
  CallLimit limit(8);
  auto first = enter(limit);
  auto second = enter(limit);
  first->limited();
  second->limited();
  EXPECT_EQ(limit.bound(), 4U);
  auto later = enter(limit);
  later->limited();
  EXPECT_EQ(limit.bound(), 2U);
  for (int i = 0; i < 5; ++i) {
    CallLimit one(1);
    enter(one)->limited();
    EXPECT_EQ(one.bound(), 1U);
  }
}

TEST(CallLimit, GrowsAgainWithSuccessToWhereItBegan) {
  CallLimit limit(4);
  enter(limit)->limited();
  EXPECT_EQ(limit.bound(), 2U);
  enter(limit)->succeeded();
  EXPECT_EQ(limit.bound(), 2U);
  enter(limit)->succeeded();
  EXPECT_EQ(limit.bound(), 3U);
  for (int i = 0; i < 20; ++i) enter(limit)->succeeded();
  EXPECT_EQ(limit.bound(), 4U);
}

TEST(CallLimit, OneThatIsCancelledWhileItWaitsLeavesTheQueue) {
  asio::io_context loop(1);
  const auto limit = std::make_shared<CallLimit>(1);
  const auto seen = std::make_shared<Seen>();
  auto held = enter(*limit);
  asio::cancellation_signal signal;
  bool cancelled = false;
  asio::co_spawn(loop, call(limit, seen, 1),
                 asio::bind_cancellation_slot(
                     signal.slot(), [&](std::exception_ptr e, int) { cancelled = e != nullptr; }));
  bool ended = false;
  asio::co_spawn(loop, call(limit, seen, 2), [&](std::exception_ptr e, int) { ended = !e; });
  asio::steady_timer later(loop, 10ms);
  later.async_wait([&](auto) { signal.emit(asio::cancellation_type::terminal); });
  asio::steady_timer last(loop, 30ms);
  last.async_wait([&](auto) { held.reset(); });
  loop.run();
  EXPECT_TRUE(cancelled);
  EXPECT_TRUE(ended);
  EXPECT_EQ(seen->order, std::vector<int>{2});
  EXPECT_EQ(limit->under_way(), 0U);
}

TEST(CallLimit, TheLoopMayEndWithCallsWaiting) {
  const auto limit = std::make_shared<CallLimit>(1);
  const auto held = enter(*limit);
  {
    asio::io_context loop(1);
    const auto seen = std::make_shared<Seen>();
    for (int i = 0; i < 3; ++i)
      asio::co_spawn(loop, call(limit, seen, i),
                     [](std::exception_ptr, int) { ADD_FAILURE() << "ended"; });
    loop.run_for(5ms);
  }
  EXPECT_EQ(limit->under_way(), 1U);
}

}  // namespace
}  // namespace assay::models
