#include "cli/progress_rate.h"

namespace assay::cli {
namespace {
constexpr auto window = std::chrono::seconds(30);
constexpr auto resolution = std::chrono::milliseconds(100);  // bounds how many samples are kept
}  // namespace

void ProgressRate::add(Time now, std::size_t done) {
  // The base itself is never overwritten: a rate needs two points.
  if (samples_.size() > 1 && now - samples_[samples_.size() - 2].at < resolution)
    samples_.back() = {now, done};
  else
    samples_.push_back({now, done});
  while (samples_.size() > 2 && now - samples_[1].at > window) samples_.pop_front();
}

std::optional<double> ProgressRate::per_second() const {
  const auto& first = samples_.front();
  const auto& last = samples_.back();
  const std::chrono::duration<double> time = last.at - first.at;
  if (last.done <= first.done || time.count() < 0.05) return std::nullopt;
  return static_cast<double>(last.done - first.done) / time.count();
}

std::optional<double> ProgressRate::seconds_left(std::size_t total) const {
  const auto rate = per_second();
  if (!rate || samples_.back().done > total) return std::nullopt;
  return static_cast<double>(total - samples_.back().done) / *rate;
}

}  // namespace assay::cli
