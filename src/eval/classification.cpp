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
  constexpr auto none = static_cast<std::size_t>(-1);
  std::vector<std::pair<std::size_t, std::size_t>> cells;
  for (const auto& outcome : outcomes) {
    const auto gold = index_of(labels, outcome.gold);
    cells.emplace_back(gold,
                       outcome.predicted.empty() ? none : index_of(labels, outcome.predicted));
  }
  Confusion result;
  result.counts.assign(labels.size(), std::vector<std::size_t>(labels.size(), 0));
  result.unanswered.assign(labels.size(), 0);
  for (const auto& [gold, predicted] : cells)
    ++(predicted == none ? result.unanswered[gold] : result.counts[gold][predicted]);
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
    score.gold = label < confusion.unanswered.size() ? confusion.unanswered[label] : 0;
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

double macro_f1(const Confusion& confusion) { return averages(confusion).macro_f1; }

Averages averages(const Confusion& confusion) {
  Averages means;
  std::size_t appearing = 0;
  std::size_t gold = 0;
  std::size_t predicted = 0;
  std::size_t right = 0;
  const auto scores = label_scores(confusion);
  for (std::size_t label = 0; label < scores.size(); ++label) {
    const auto& score = scores[label];
    if (score.gold + score.predicted == 0) continue;
    ++appearing;
    gold += score.gold;
    predicted += score.predicted;
    right += confusion.counts[label][label];
    means.macro_precision += score.precision;
    means.macro_recall += score.recall;
    means.macro_f1 += score.f1;
    means.weighted_f1 += score.f1 * static_cast<double>(score.gold);
  }
  if (appearing == 0) return {};
  means.macro_precision /= static_cast<double>(appearing);
  means.macro_recall /= static_cast<double>(appearing);
  means.macro_f1 /= static_cast<double>(appearing);
  means.weighted_f1 = gold == 0 ? 0 : means.weighted_f1 / static_cast<double>(gold);
  means.micro_f1 = ratio(2 * right, gold + predicted);
  return means;
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
