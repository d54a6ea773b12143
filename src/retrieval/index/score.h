#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

namespace assay::retrieval {

// Scores are counted in whole units, so that their sum does not depend on the order of adding: the
// same documents are best, whichever of them a search could skip.
using Units = std::int64_t;
inline constexpr double units_per_score = 4294967296.0;  // 2^32

// BM25's share of one term in a document's score.
class TermScore {
 public:
  // `weight`: the IDF and what else multiplies. `mean`: words in a document on average.
  TermScore(double weight, double k1, double b, double mean)
      : weight_(weight * (k1 + 1) * units_per_score), base_(k1 * (1 - b)), slope_(k1 * b / mean) {}

  // At least 1. Grows with the frequency, and falls with the length.
  Units operator()(std::uint32_t frequency, std::uint32_t length) const {
    const double f = frequency;
    return std::max<Units>(1, static_cast<Units>(weight_ * (f / (f + base_ + slope_ * length))));
  }
  // No document with such bounds scores more, rounding included.
  Units bound(std::uint32_t most, std::uint32_t shortest) const {
    return (*this)(most, shortest) + 2;
  }

 private:
  double weight_;
  double base_;
  double slope_;
};

}  // namespace assay::retrieval
