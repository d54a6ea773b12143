#pragma once
#include <cstdint>
#include <random>

namespace assay::eval {

// A number below `bound` (at least 1), each as probable as another: the next word modulo `bound`,
// where words from the greatest multiple of `bound` that is at most 2^64 - 1 on are passed over.
// Not of the standard library, whose distributions draw otherwise elsewhere.
inline std::uint64_t below(std::uint64_t bound, std::mt19937_64& random) {
  const auto limit = std::mt19937_64::max() - std::mt19937_64::max() % bound;
  while (true)
    if (const auto drawn = random(); drawn < limit) return drawn % bound;
}

}  // namespace assay::eval
