#include "models/retry.h"

#include <gtest/gtest.h>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/system/system_error.hpp>
#include <vector>

#include "support/await.h"
#include "support/fake_pauses.h"

namespace assay::models {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;
using std::chrono::milliseconds;
using Kind = ModelFailure::Kind;
using test::FakePauses;

ModelFailure failing(Kind kind, bool passing, std::optional<milliseconds> wait = std::nullopt) {
  ModelFailure failure(kind, "it failed");
  failure.passing = passing;
  failure.wait = wait;
  return failure;
}

// Fails as told, one failure after the other, then answers 7.
struct Work {
  std::vector<ModelFailure> failures;
  std::size_t calls = 0;
};

asio::awaitable<int> attempt_of(std::shared_ptr<Work> work) {
  const auto call = work->calls++;
  if (call < work->failures.size()) throw ModelFailure(work->failures[call]);
  co_return 7;
}

struct Result {
  int value = 0;
  int tries = 0;
  std::string error;
};

Result run(std::vector<ModelFailure> failures, const std::shared_ptr<FakePauses>& pauses,
           RetryPolicy policy = {}) {
  asio::io_context loop(1);
  const auto work = std::make_shared<Work>();
  work->failures = std::move(failures);
  try {
    auto done = test::await(loop, retry<int>([work] { return attempt_of(work); }, policy, pauses));
    return {done.value, done.tries, ""};
  } catch (const ModelFailure& e) {
    EXPECT_EQ(static_cast<std::size_t>(e.tries), work->calls);
    return {0, e.tries, e.what()};
  }
}

TEST(Retry, ASuccessTakesOneTry) {
  const auto pauses = std::make_shared<FakePauses>();
  const auto result = run({}, pauses);
  EXPECT_EQ(result.value, 7);
  EXPECT_EQ(result.tries, 1);
  EXPECT_TRUE(pauses->slept.empty());
}

TEST(Retry, PausesDoubleToTheirBoundAndChanceTakesUpToHalf) {
  const auto pauses = std::make_shared<FakePauses>();
  const std::vector<ModelFailure> five(5, failing(Kind::unavailable, true));
  RetryPolicy policy;
  policy.longest = 3000ms;
  EXPECT_EQ(run(five, pauses, policy).tries, 6);
  EXPECT_EQ(pauses->slept, (std::vector<milliseconds>{500ms, 1000ms, 2000ms, 3000ms, 3000ms}));
  pauses->slept.clear();
  pauses->chance = 0.5;
  run(five, pauses, policy);
  EXPECT_EQ(pauses->slept, (std::vector<milliseconds>{375ms, 750ms, 1500ms, 2250ms, 2250ms}));
}

TEST(Retry, TriesAreBounded) {
  const auto pauses = std::make_shared<FakePauses>();
  const std::vector<ModelFailure> many(20, failing(Kind::unavailable, true));
  EXPECT_EQ(run(many, pauses).error, "it failed (tried 6 times)");
  const std::vector<ModelFailure> nobody(20, failing(Kind::unreachable, true));
  EXPECT_EQ(run(nobody, pauses).tries, 3);
}

TEST(Retry, WhatWillNotPassIsNotTriedAgain) {
  const auto pauses = std::make_shared<FakePauses>();
  EXPECT_EQ(run({failing(Kind::key, false)}, pauses).error, "it failed");
  EXPECT_TRUE(pauses->slept.empty());
}

TEST(Retry, WaitsAsLongAsTheServerAsks) {
  const auto pauses = std::make_shared<FakePauses>();
  EXPECT_EQ(run({failing(Kind::limited, true, 7s)}, pauses).value, 7);
  pauses->chance = 0.5;
  run({failing(Kind::limited, true, 7s)}, pauses);
  EXPECT_EQ(pauses->slept, (std::vector<milliseconds>{7000ms, 7350ms}));
}

TEST(Retry, AServerThatAsksForTooMuchIsGivenUp) {
  const auto pauses = std::make_shared<FakePauses>();
  EXPECT_EQ(run({failing(Kind::limited, true, 3600s)}, pauses).error,
            "it failed; the server asks to wait 3600 s");
  EXPECT_TRUE(pauses->slept.empty());
}

TEST(Retry, ReadsRetryAfter) {
  const auto now = *core::Timestamp::parse("2026-11-30T12:00:00Z");
  EXPECT_EQ(parse_retry_after("3", now), 3000ms);
  EXPECT_EQ(parse_retry_after("0", now), 0ms);
  EXPECT_EQ(parse_retry_after("1.5", now), 1500ms);
  EXPECT_EQ(parse_retry_after("-4", now), 0ms);
  EXPECT_EQ(parse_retry_after("Mon, 30 Nov 2026 12:00:20 GMT", now), 20'000ms);
  EXPECT_EQ(parse_retry_after("Mon, 30 Nov 2026 11:00:00 GMT", now), 0ms);
  EXPECT_GT(*parse_retry_after("99999999999999999999", now), 1'000'000s);
  for (const std::string text : {"", "soon", "Mon, 30 Foo 2026 12:00:20 GMT", "nan", "inf", "3 s"})
    EXPECT_EQ(parse_retry_after(text, now), std::nullopt) << text;
}

TEST(Retry, CancellationEndsAPause) {
  asio::io_context loop(1);
  const auto work = std::make_shared<Work>();
  work->failures = {failing(Kind::unavailable, true)};
  RetryPolicy policy;
  policy.first = 60s;
  policy.longest = 60s;
  asio::cancellation_signal signal;
  bool aborted = false;
  asio::co_spawn(loop, retry<int>([work] { return attempt_of(work); }, policy, system_pauses()),
                 asio::bind_cancellation_slot(
                     signal.slot(), [&](std::exception_ptr error, const Retried<int>&) {
                       try {
                         if (error) std::rethrow_exception(error);
                       } catch (const boost::system::system_error& e) {
                         aborted = e.code() == asio::error::operation_aborted;
                       }
                     }));
  asio::steady_timer later(loop, 20ms);
  later.async_wait([&](auto) { signal.emit(asio::cancellation_type::terminal); });
  const auto start = std::chrono::steady_clock::now();
  loop.run();
  EXPECT_TRUE(aborted);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 10s);
  EXPECT_EQ(work->calls, 1U);
}

}  // namespace
}  // namespace assay::models
