#include "eval/classification.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace assay::eval {
namespace {

std::size_t index_of(std::vector<std::string>& labels, const std::string& label) {
  const auto found = std::ranges::find(labels, label);
  if (found != labels.end()) return static_cast<std::size_t>(found - labels.begin());
  labels.push_back(label);
  return labels.size() - 1;
}

double ratio(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

double clamped(double confidence) {
  return std::isnan(confidence) ? 0 : std::clamp(confidence, 0.0, 1.0);
}

}  // namespace

Confusion confusion(std::span<const Outcome> outcomes, std::vector<std::string> labels) {
  std::vector<std::pair<std::size_t, std::size_t>> cells;
  for (const auto& outcome : outcomes) {
    const auto gold = index_of(labels, outcome.gold);
    cells.emplace_back(gold, index_of(labels, outcome.predicted));
  }
  Confusion result;
  result.counts.assign(labels.size(), std::vector<std::size_t>(labels.size(), 0));
  for (const auto& [gold, predicted] : cells) ++result.counts[gold][predicted];
  result.labels = std::move(labels);
  return result;
}

double accuracy(std::span<const Outcome> outcomes) {
  const auto right = std::ranges::count_if(
      outcomes, [](const Outcome& outcome) { return outcome.gold == outcome.predicted; });
  return ratio(static_cast<std::size_t>(right), outcomes.size());
}

std::vector<LabelScore> label_scores(const Confusion& confusion) {
  std::vector<LabelScore> scores;
  for (std::size_t label = 0; label < confusion.labels.size(); ++label) {
    LabelScore score{.label = confusion.labels[label]};
    for (std::size_t other = 0; other < confusion.labels.size(); ++other) {
      score.gold += confusion.counts[label][other];
      score.predicted += confusion.counts[other][label];
    }
    const auto right = confusion.counts[label][label];
    score.precision = ratio(right, score.predicted);
    score.recall = ratio(right, score.gold);
    score.f1 = ratio(2 * right, score.gold + score.predicted);
    scores.push_back(std::move(score));
  }
  return scores;
}

double macro_f1(const Confusion& confusion) {
  double sum = 0;
  std::size_t appearing = 0;
  for (const auto& score : label_scores(confusion)) {
    if (score.gold + score.predicted == 0) continue;
    sum += score.f1;
    ++appearing;
  }
  return appearing == 0 ? 0 : sum / static_cast<double>(appearing);
}

double ece(std::span<const Graded> items, std::size_t bins) {
  struct Bin {
    double confidence = 0;
    double correct = 0;
  };
  bins = std::max<std::size_t>(bins, 1);
  std::vector<Bin> filled(bins);
  for (const auto& item : items) {
    const double confidence = clamped(item.confidence);
    // The small addend keeps 0.3 in the bin that starts at 0.3, which 0.3 * 10 may miss.
    const auto bin = static_cast<std::size_t>(confidence * static_cast<double>(bins) + 1e-9);
    auto& into = filled[std::min(bin, bins - 1)];
    into.confidence += confidence;
    into.correct += item.correct ? 1 : 0;
  }
  double distance = 0;
  for (const auto& bin : filled) distance += std::abs(bin.confidence - bin.correct);
  return items.empty() ? 0 : distance / static_cast<double>(items.size());
}

double brier(std::span<const Graded> items) {
  double sum = 0;
  for (const auto& item : items) {
    const double distance = clamped(item.confidence) - (item.correct ? 1 : 0);
    sum += distance * distance;
  }
  return items.empty() ? 0 : sum / static_cast<double>(items.size());
}

}  // namespace assay::eval
