#include "eval/classification.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace assay::eval {
namespace {

// Numbers labels in the order of their first appearance.
class LabelNumbers {
 public:
  explicit LabelNumbers(std::vector<std::string> labels) {
    for (auto& label : labels) number(label);
  }
  std::size_t number(const std::string& label) {
    const auto [place, added] = numbers_.emplace(label, labels_.size());
    if (added) labels_.push_back(label);
    return place->second;
  }
  std::vector<std::string> take() { return std::move(labels_); }
  std::size_t size() const { return labels_.size(); }

 private:
  std::unordered_map<std::string, std::size_t> numbers_;
  std::vector<std::string> labels_;
};

double ratio(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

bool is_right(const Outcome& outcome) {
  return !outcome.predicted.empty() && outcome.gold == outcome.predicted;
}

LabelScore score_of(const Confusion& confusion, std::size_t label) {
  LabelScore score{.label = confusion.labels[label]};
  if (label < confusion.unanswered.size()) score.gold = confusion.unanswered[label];
  for (std::size_t other = 0; other < confusion.labels.size(); ++other) {
    score.gold += confusion.counts[label][other];
    score.predicted += confusion.counts[other][label];
  }
  const auto right = confusion.counts[label][label];
  score.precision = ratio(right, score.predicted);
  score.recall = ratio(right, score.gold);
  score.f1 = ratio(2 * right, score.gold + score.predicted);
  return score;
}

}  // namespace

Confusion confusion(std::span<const Outcome> outcomes, std::vector<std::string> labels) {
  constexpr auto none = static_cast<std::size_t>(-1);
  LabelNumbers numbers(std::move(labels));
  Confusion result;
  result.named = numbers.size();
  std::vector<std::pair<std::size_t, std::size_t>> cells;
  cells.reserve(outcomes.size());
  for (const auto& outcome : outcomes) {
    const auto gold = numbers.number(outcome.gold);
    cells.emplace_back(gold, outcome.predicted.empty() ? none : numbers.number(outcome.predicted));
  }
  result.labels = numbers.take();
  const auto size = result.labels.size();
  result.counts.assign(size, std::vector<std::size_t>(size, 0));
  result.unanswered.assign(size, 0);
  for (const auto& [gold, predicted] : cells)
    ++(predicted == none ? result.unanswered[gold] : result.counts[gold][predicted]);
  return result;
}

double accuracy(std::span<const Outcome> outcomes) {
  return ratio(static_cast<std::size_t>(std::ranges::count_if(outcomes, is_right)),
               outcomes.size());
}

std::vector<LabelScore> label_scores(const Confusion& confusion) {
  std::vector<LabelScore> scores;
  for (std::size_t label = 0; label < confusion.labels.size(); ++label)
    scores.push_back(score_of(confusion, label));
  return scores;
}

Averages averages(const Confusion& confusion) {
  Averages sums;
  std::size_t labels = 0;
  std::size_t gold = 0;
  std::size_t predicted = 0;
  std::size_t right = 0;
  for (std::size_t label = 0; label < confusion.labels.size(); ++label) {
    const auto score = score_of(confusion, label);
    const bool of_space = confusion.named == 0 || label < confusion.named;
    if (score.gold == 0 && (score.predicted == 0 || !of_space)) continue;
    ++labels;
    gold += score.gold;
    predicted += score.predicted;
    right += confusion.counts[label][label];
    sums.macro_precision += score.precision;
    sums.macro_recall += score.recall;
    sums.macro_f1 += score.f1;
    const auto weight = static_cast<double>(score.gold);
    sums.weighted_precision += weight * score.precision;
    sums.weighted_recall += weight * score.recall;
    sums.weighted_f1 += weight * score.f1;
  }
  if (labels == 0) return sums;
  for (auto* mean : {&sums.macro_precision, &sums.macro_recall, &sums.macro_f1})
    *mean /= static_cast<double>(labels);
  if (gold > 0)
    for (auto* mean : {&sums.weighted_precision, &sums.weighted_recall, &sums.weighted_f1})
      *mean /= static_cast<double>(gold);
  sums.micro_precision = ratio(right, predicted);
  sums.micro_recall = ratio(right, gold);
  sums.micro_f1 = ratio(2 * right, gold + predicted);
  return sums;
}

double macro_f1(const Confusion& confusion) { return averages(confusion).macro_f1; }

}  // namespace assay::eval
