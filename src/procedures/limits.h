#pragma once
#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "assay/core/record.h"

namespace assay::procedures {

struct LimitOptions {
  std::optional<double> budget;                           // USD, of all calls of a check together
  std::optional<std::chrono::duration<double>> deadline;  // of a check
  // About what reading a source of so many bytes costs, and one call over the evidence, in USD.
  // Empty: nothing.
  std::function<double(std::size_t)> cost_of_reading;
  double cost_of_judging = 0;
};

// What is kept: develop, judge, justify; and to judge with a further turn open: judge, and then
// plan, develop, judge, justify.
inline constexpr int calls_to_end = 3;
inline constexpr int calls_to_go_on = 5;

// When gathering must stop, so that there is money and time left to develop, judge and justify with
// what was found. What was spent is read from the record: a check that is resumed, or answered from
// the cache, decides as the first did.
class Limits {
 public:
  using Clock = std::chrono::steady_clock;
  explicit Limits(LimitOptions options);

  // Why no more may be gathered; nothing while money and time are left for so many further calls.
  std::optional<std::string> reached(const core::Record& record, int calls = calls_to_end) const;
  // How many of these sources can be paid for, the first first.
  std::size_t affordable(const core::Record& record, const std::vector<std::size_t>& bytes) const;

  // When gathering is given up in the midst of it; nothing where there is no deadline.
  std::optional<Clock::time_point> gather_until(const core::Record& record) const;
  // When even a judgement is no longer waited for.
  std::optional<Clock::time_point> judge_until() const;

 private:
  double reserved_cost(const core::Record& record, int calls) const;
  std::chrono::duration<double> reserved_time(const core::Record& record, int calls) const;
  Clock::time_point until(const core::Record& record, int calls) const;

  LimitOptions options_;
  Clock::time_point start_;
};

// What the calls of a record cost together, in USD, as far as prices are known.
double cost_of(const core::Record& record);

}  // namespace assay::procedures
