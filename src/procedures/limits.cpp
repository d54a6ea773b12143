#include "procedures/limits.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace assay::procedures {
namespace {

using Seconds = std::chrono::duration<double>;

template <class Use>
void each_call(const core::Record& record, Use use) {
  for (const auto& entry : record.entries())
    for (const auto& call : entry.calls) use(call);
}

std::string shortest(double amount) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", amount);
  return text;
}

}  // namespace

double cost_of(const core::Record& record) {
  double sum = 0;
  each_call(record, [&](const core::ModelCall& call) { sum += call.cost.value_or(0); });
  return sum;
}

Limits::Limits(LimitOptions options) : options_(std::move(options)), start_(Clock::now()) {}

double Limits::reserved_cost(const core::Record& record, int calls) const {
  double dearest = options_.cost_of_judging;
  each_call(record, [&](const core::ModelCall& call) {
    dearest = std::max(dearest, call.cost.value_or(0));
  });
  return calls * dearest;
}

// The slowest call so far stands for each that is left; at most half of the time, and a tenth where
// no call was made yet.
Seconds Limits::reserved_time(const core::Record& record, int calls) const {
  const Seconds all = *options_.deadline;
  double slowest = 0;
  each_call(record,
            [&](const core::ModelCall& call) { slowest = std::max(slowest, call.seconds); });
  return std::clamp(Seconds((calls + 0.5) * slowest), all / 10, all / 2);
}

std::optional<std::string> Limits::reached(const core::Record& record, int calls) const {
  if (options_.budget && cost_of(record) + reserved_cost(record, calls) > *options_.budget)
    return "gathering stopped for the budget of " + shortest(*options_.budget) +
           " USD: " + shortest(cost_of(record)) +
           " are spent, and the rest is kept to judge and justify";
  if (options_.deadline && Clock::now() >= until(record, calls))
    return "gathering stopped for the deadline of " + shortest(options_.deadline->count()) +
           " s: the rest is kept to judge and justify";
  return std::nullopt;
}

std::size_t Limits::affordable(const core::Record& record,
                               const std::vector<std::size_t>& bytes) const {
  if (!options_.budget || !options_.cost_of_reading) return bytes.size();
  double left = *options_.budget - cost_of(record) - reserved_cost(record, calls_to_end);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    left -= options_.cost_of_reading(bytes[i]);
    if (left < 0) return i;
  }
  return bytes.size();
}

Limits::Clock::time_point Limits::until(const core::Record& record, int calls) const {
  const Seconds left = Seconds(*options_.deadline) - reserved_time(record, calls);
  return start_ + std::chrono::duration_cast<Clock::duration>(left);
}

std::optional<Limits::Clock::time_point> Limits::gather_until(const core::Record& record) const {
  if (!options_.deadline) return std::nullopt;
  return until(record, calls_to_end);
}

std::optional<Limits::Clock::time_point> Limits::judge_until() const {
  if (!options_.deadline) return std::nullopt;
  const auto longest = *options_.deadline * 1.25 + std::chrono::seconds(2);
  return start_ + std::chrono::duration_cast<Clock::duration>(longest);
}

}  // namespace assay::procedures
