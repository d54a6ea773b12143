#include "models/retry.h"

#include <algorithm>
#include <array>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>

#include "io/clock.h"

namespace assay::models {
namespace {

namespace asio = boost::asio;
using std::chrono::milliseconds;

class SystemPauses : public Pauses {
 public:
  asio::awaitable<void> sleep(milliseconds time) override {
    asio::steady_timer timer(co_await asio::this_coro::executor, time);
    co_await timer.async_wait(asio::use_awaitable);
  }
  double random() override { return std::uniform_real_distribution<double>(0, 1)(chance_); }
  core::Timestamp now() const override { return clock_.now(); }

 private:
  std::mt19937_64 chance_{std::random_device{}()};
  io::SystemClock clock_;
};

milliseconds scaled(milliseconds time, double by) {
  return milliseconds(static_cast<std::int64_t>(static_cast<double>(time.count()) * by));
}

milliseconds doubled(const RetryPolicy& policy, int tries) {
  milliseconds pause = policy.first;
  for (int i = 1; i < tries && pause < policy.longest; ++i) pause *= 2;
  return std::min(pause, policy.longest);
}

// `Wed, 21 Oct 2015 07:28:00 GMT`
std::optional<core::Timestamp> parse_http_date(const std::string& text) {
  static constexpr std::array<std::string_view, 12> months{
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  int day = 0;
  int year = 0;
  int hour = 0;
  int minute = 0;
  int second = 0;
  std::array<char, 4> month{};
  if (std::sscanf(text.c_str(), "%*3s, %2d %3s %4d %2d:%2d:%2d GMT", &day, month.data(), &year,
                  &hour, &minute, &second) != 6)
    return std::nullopt;
  const auto found = std::ranges::find(months, std::string_view(month.data()));
  if (found == months.end()) return std::nullopt;
  std::array<char, 64> iso{};
  std::snprintf(iso.data(), iso.size(), "%04d-%02d-%02dT%02d:%02d:%02dZ", year,
                static_cast<int>(found - months.begin()) + 1, day, hour, minute, second);
  return core::Timestamp::parse(iso.data());
}

}  // namespace

std::shared_ptr<Pauses> system_pauses() { return std::make_shared<SystemPauses>(); }

std::optional<milliseconds> pause_after(const RetryPolicy& policy, const ModelFailure& failure,
                                        int tries, double random) {
  const bool unreachable = failure.kind == ModelFailure::Kind::unreachable;
  const int allowed = unreachable ? std::min(policy.tries, policy.tries_unreachable) : policy.tries;
  if (!failure.passing || tries >= allowed) return std::nullopt;
  if (failure.wait) {
    if (*failure.wait > policy.longest_asked) return std::nullopt;
    return scaled(*failure.wait, 1 + random / 10);
  }
  return scaled(doubled(policy, tries), 1 - random / 2);
}

std::optional<milliseconds> parse_retry_after(std::string_view value, core::Timestamp now) {
  constexpr double longest = 1e9;  // seconds
  double seconds = 0;
  const auto* end = value.data() + value.size();
  const auto read = std::from_chars(value.data(), end, seconds, std::chars_format::fixed);
  if (read.ec == std::errc() && read.ptr == end && std::isfinite(seconds))
    return milliseconds(static_cast<std::int64_t>(std::clamp(seconds, 0.0, longest) * 1000));
  if (value.size() > 40) return std::nullopt;
  const auto date = parse_http_date(std::string(value));
  if (!date) return std::nullopt;
  return milliseconds(std::max<std::int64_t>(0, date->milliseconds - now.milliseconds));
}

ModelFailure given_up(const ModelFailure& failure, int tries) {
  std::string message = failure.what();
  if (tries > 1) message += " (tried " + std::to_string(tries) + " times)";
  if (failure.passing && failure.wait)
    message +=
        "; the server asks to wait " + std::to_string((failure.wait->count() + 999) / 1000) + " s";
  ModelFailure last(failure.kind, message);
  last.passing = failure.passing;
  last.wait = failure.wait;
  last.tries = tries;
  return last;
}

}  // namespace assay::models
