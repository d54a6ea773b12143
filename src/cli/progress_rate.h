#pragma once
#include <chrono>
#include <cstddef>
#include <deque>
#include <optional>

namespace assay::cli {

// How fast a batch goes: over its last half minute, so that claims found ready at the start of a
// resumed run don't promise too much.
class ProgressRate {
 public:
  using Time = std::chrono::steady_clock::time_point;

  explicit ProgressRate(Time start) { samples_.push_back({start, 0}); }

  void add(Time now, std::size_t done);
  // Claims a second; nothing before there is anything to tell by.
  std::optional<double> per_second() const;
  // Seconds until `total` are done; nothing where that can't be told.
  std::optional<double> seconds_left(std::size_t total) const;

 private:
  struct Sample {
    Time at;
    std::size_t done;
  };
  std::deque<Sample> samples_;  // the first is the base, at most about window old
};

}  // namespace assay::cli
