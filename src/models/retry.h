#pragma once
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "assay/core/date.h"
#include "models/model_failure.h"

namespace assay::models {

// How often and after which pauses a call that failed for a passing reason is tried again.
struct RetryPolicy {
  int tries = 6;                              // in all, 1 or more
  int tries_unreachable = 3;                  // where nobody answers at all
  std::chrono::milliseconds first{500};       // the pause before the second try; then doubled
  std::chrono::milliseconds longest{30'000};  // that a pause grows to
  std::chrono::milliseconds longest_asked{120'000};  // a server that asks for more is given up
};

// Time and chance, so that tests need not wait for either.
class Pauses {
 public:
  virtual ~Pauses() = default;
  virtual boost::asio::awaitable<void> sleep(std::chrono::milliseconds time) = 0;
  virtual double random() = 0;  // at least 0, less than 1
  virtual core::Timestamp now() const = 0;
};

// The real ones. For one event loop.
std::shared_ptr<Pauses> system_pauses();

// The pause after the failure of try number `tries` (1 is the first): what the server asks for and
// up to a tenth more, else the doubled pause of which chance (`random`) takes up to a half, so that
// calls that failed together don't come back together. Nothing where it is not to be tried again.
std::optional<std::chrono::milliseconds> pause_after(const RetryPolicy& policy,
                                                     const ModelFailure& failure, int tries,
                                                     double random);

// How long a Retry-After header asks to wait: seconds, or a date of HTTP. Nothing where it is
// neither.
std::optional<std::chrono::milliseconds> parse_retry_after(std::string_view value,
                                                           core::Timestamp now);

// The failure of the last try, whose line says how many there were.
ModelFailure given_up(const ModelFailure& failure, int tries);

template <class T>
struct Retried {
  T value;
  int tries = 1;
};

// Calls `attempt` until it succeeds or fails for good. Cancellation is thrown on. Throws what
// given_up() makes of the last failure.
template <class T>
boost::asio::awaitable<Retried<T>> retry(std::function<boost::asio::awaitable<T>()> attempt,
                                         RetryPolicy policy, std::shared_ptr<Pauses> pauses) {
  for (int tries = 1;; ++tries) {
    std::optional<ModelFailure> failure;
    try {
      T value = co_await attempt();
      co_return Retried<T>{std::move(value), tries};
    } catch (const ModelFailure& e) {
      failure.emplace(e);
    }
    const auto pause = pause_after(policy, *failure, tries, pauses->random());
    if (!pause) throw given_up(*failure, tries);
    co_await pauses->sleep(*pause);
  }
}

}  // namespace assay::models
