#include "eval/calibration.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace assay::eval {
namespace {

constexpr std::size_t most_bins = 1000;

double clamped(double confidence) {
  return std::isnan(confidence) ? 0 : std::clamp(confidence, 0.0, 1.0);
}

}  // namespace

std::vector<ReliabilityBin> reliability(std::span<const Graded> items, std::size_t bins) {
  bins = std::clamp<std::size_t>(bins, 1, most_bins);
  const auto scale = static_cast<double>(bins);
  std::vector<ReliabilityBin> filled(bins);
  for (std::size_t i = 0; i < bins; ++i) {
    filled[i].low = static_cast<double>(i) / scale;
    filled[i].high = static_cast<double>(i + 1) / scale;
  }
  for (const auto& item : items) {
    const double confidence = clamped(item.confidence);
    // The small addend keeps 0.3 in the bin that starts at 0.3, which 0.3 * 10 may miss.
    const auto bin = static_cast<std::size_t>(confidence * scale + 1e-9);
    auto& into = filled[std::min(bin, bins - 1)];
    ++into.count;
    into.confidence += confidence;
    into.accuracy += item.correct ? 1 : 0;
  }
  for (auto& bin : filled) {
    if (bin.count == 0) continue;
    bin.confidence /= static_cast<double>(bin.count);
    bin.accuracy /= static_cast<double>(bin.count);
  }
  return filled;
}

double ece(std::span<const Graded> items, std::size_t bins) {
  if (items.empty()) return 0;
  double distance = 0;
  for (const auto& bin : reliability(items, bins))
    distance += static_cast<double>(bin.count) * std::abs(bin.confidence - bin.accuracy);
  return distance / static_cast<double>(items.size());
}

double brier(std::span<const Graded> items) {
  double sum = 0;
  for (const auto& item : items) {
    const double distance = clamped(item.confidence) - (item.correct ? 1 : 0);
    sum += distance * distance;
  }
  return items.empty() ? 0 : sum / static_cast<double>(items.size());
}

std::vector<RiskPoint> risk_coverage(std::span<const Graded> items) {
  std::vector<Graded> sorted(items.begin(), items.end());
  for (auto& item : sorted) item.confidence = clamped(item.confidence);
  std::ranges::sort(sorted, std::greater<>(), &Graded::confidence);
  std::vector<RiskPoint> points;
  double wrong = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    wrong += sorted[i].correct ? 0 : 1;
    if (i + 1 < sorted.size() && sorted[i + 1].confidence == sorted[i].confidence) continue;
    const auto answered = static_cast<double>(i + 1);
    points.push_back({answered / static_cast<double>(sorted.size()), wrong / answered});
  }
  return points;
}

double aurc(std::span<const Graded> items) {
  double area = 0;
  double before = 0;
  for (const auto& point : risk_coverage(items)) {
    area += (point.coverage - before) * point.risk;
    before = point.coverage;
  }
  return area;
}

}  // namespace assay::eval
