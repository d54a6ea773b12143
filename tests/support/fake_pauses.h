#pragma once
#include <chrono>
#include <vector>

#include "models/retry.h"

namespace assay::test {

// Pauses that take no time and are written down.
class FakePauses : public models::Pauses {
 public:
  boost::asio::awaitable<void> sleep(std::chrono::milliseconds pause) override {
    slept.push_back(pause);
    co_return;
  }
  double random() override { return chance; }
  core::Timestamp now() const override { return time; }

  std::vector<std::chrono::milliseconds> slept;
  double chance = 0;
  core::Timestamp time{1'796'040'000'000};  // 2026-11-30T12:00:00Z
};

}  // namespace assay::test
