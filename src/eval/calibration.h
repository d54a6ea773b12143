#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "eval/classification.h"

// How far confidences can be trusted, beyond ece() and brier() of classification.h.
namespace assay::eval {

// The answers whose confidence is in [low, high); of the last bin also `high`.
struct ReliabilityBin {
  double low = 0;
  double high = 0;
  std::size_t count = 0;
  double confidence = 0;  // their mean; 0 of none
  double accuracy = 0;    // likewise
};
// `bins` (at least 1) of equal width, as ece() makes them.
std::vector<ReliabilityBin> reliability(std::span<const Graded> items, std::size_t bins = 10);

// If only the surest answers are given: the share that is given (above 0, to 1), and the share of
// these that is wrong (0 to 1).
struct RiskPoint {
  double coverage = 0;
  double risk = 0;
};
// A point for each different confidence, the surest first: answers of one confidence are given
// together. Empty of nothing.
std::vector<RiskPoint> risk_coverage(std::span<const Graded> items);

// The area under the risk–coverage curve: the mean, over the answers from the surest on, of the
// risk when all up to this one are given, those of one confidence in the mean of their orders. 0 to
// 1; 0 where all are right, and of nothing.
double aurc(std::span<const Graded> items);

}  // namespace assay::eval
