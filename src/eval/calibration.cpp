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

struct Step {
  std::size_t count = 0;  // answers of one confidence
  std::size_t wrong = 0;
};

// From the surest on.
std::vector<Step> steps_of(std::span<const Graded> items) {
  std::vector<Graded> sorted(items.begin(), items.end());
  for (auto& item : sorted) item.confidence = clamped(item.confidence);
  std::ranges::sort(sorted, std::greater<>(), &Graded::confidence);
  std::vector<Step> steps;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i == 0 || sorted[i].confidence != sorted[i - 1].confidence) steps.emplace_back();
    ++steps.back().count;
    steps.back().wrong += sorted[i].correct ? 0 : 1;
  }
  return steps;
}

}  // namespace

std::vector<ReliabilityBin> reliability(std::span<const Graded> items, std::size_t bins) {
  bins = std::clamp<std::size_t>(bins, 1, most_bins);
  std::vector<ReliabilityBin> filled(bins);
  for (std::size_t i = 0; i < bins; ++i) {
    filled[i].low = static_cast<double>(i) / static_cast<double>(bins);
    filled[i].high = static_cast<double>(i + 1) / static_cast<double>(bins);
  }
  for (const auto& item : items) {
    const double confidence = clamped(item.confidence);
    // The small addend keeps 0.3 in the bin that starts at 0.3, which 0.3 * 10 may miss.
    const auto place = static_cast<std::size_t>(confidence * static_cast<double>(bins) + 1e-9);
    auto& bin = filled[std::min(place, bins - 1)];
    ++bin.count;
    bin.confidence += confidence;
    bin.accuracy += item.correct ? 1 : 0;
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
  std::vector<RiskPoint> points;
  std::size_t given = 0;
  std::size_t wrong = 0;
  for (const auto& step : steps_of(items)) {
    given += step.count;
    wrong += step.wrong;
    points.push_back({static_cast<double>(given) / static_cast<double>(items.size()),
                      static_cast<double>(wrong) / static_cast<double>(given)});
  }
  return points;
}

double aurc(std::span<const Graded> items) {
  double area = 0;
  std::size_t given = 0;
  double wrong = 0;
  for (const auto& step : steps_of(items)) {
    // Within a step the expected number of wrong ones grows evenly.
    const double share = static_cast<double>(step.wrong) / static_cast<double>(step.count);
    for (std::size_t i = 1; i <= step.count; ++i)
      area += (wrong + share * static_cast<double>(i)) / static_cast<double>(given + i);
    given += step.count;
    wrong += static_cast<double>(step.wrong);
  }
  return items.empty() ? 0 : area / static_cast<double>(items.size());
}

}  // namespace assay::eval
