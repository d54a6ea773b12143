#pragma once
#include <cstddef>
#include <span>
#include <vector>

// How far confidences can be trusted.
namespace assay::eval {

// A confidence (0 to 1; clamped, NaN counts as 0) and whether the label that it was given for was
// right.
struct Graded {
  double confidence = 0;
  bool correct = false;
};

// The items whose confidence is in [low, high); the last bin holds 1 too.
struct ReliabilityBin {
  double low = 0;
  double high = 0;
  std::size_t count = 0;
  double confidence = 0;  // mean; 0 of an empty bin
  double accuracy = 0;    // share of right ones; 0 of an empty bin
};

// `bins` bins of equal width (at least 1, at most 1000; clamped), from 0 up, the empty ones too.
std::vector<ReliabilityBin> reliability(std::span<const Graded> items, std::size_t bins = 10);

// Expected calibration error: the mean distance between the mean confidence and the accuracy of a
// bin, weighted by the bin's share. 0 of nothing.
double ece(std::span<const Graded> items, std::size_t bins = 10);

// Mean squared distance between confidence and correctness (1 or 0), 0 to 1. 0 of nothing.
double brier(std::span<const Graded> items);

// Answering only what is surest: the share of items that is answered, and the share of wrong ones
// among these.
struct RiskPoint {
  double coverage = 0;
  double risk = 0;
};

// From the surest items on, one point for each distinct confidence: items of the same confidence
// are answered together, since nothing says which is first. The last point's coverage is 1. Empty
// of nothing.
std::vector<RiskPoint> risk_coverage(std::span<const Graded> items);

// The area under the curve as the mean, over the items from the surest on, of the risk when all up
// to this one are answered; those of one confidence in the mean of their orders. 0 to 1; 0 where
// all are right, and of nothing.
double aurc(std::span<const Graded> items);

}  // namespace assay::eval
