#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "eval/score/metrics.h"
#include "eval/score/outcomes.h"
#include "eval/stats/bootstrap.h"

namespace assay::eval {
namespace {

using core::Json;

Json interval_json(const Interval& interval) { return Json::array({interval.low, interval.high}); }

Json averages_json(std::span<const Outcome> outcomes, const std::vector<std::string>& labels) {
  if (outcomes.empty()) return {{"claims", 0}};
  const auto means = averages(confusion(outcomes, labels));
  return {{"claims", outcomes.size()},         {"accuracy", accuracy(outcomes)},
          {"macro_f1", means.macro_f1},        {"weighted_f1", means.weighted_f1},
          {"micro_f1", means.micro_f1},        {"macro_precision", means.macro_precision},
          {"macro_recall", means.macro_recall}};
}

// The same outcomes as numbers of labels, for thousands of resamples.
class Resampled {
 public:
  Resampled(std::span<const Outcome> outcomes, const std::vector<std::string>& labels)
      : empty_(confusion(outcomes, labels)) {
    std::unordered_map<std::string, std::size_t> numbers;
    for (std::size_t i = 0; i < empty_.labels.size(); ++i) numbers.emplace(empty_.labels[i], i);
    for (const auto& outcome : outcomes)
      cells_.emplace_back(numbers.at(outcome.gold),
                          outcome.predicted.empty() ? none : numbers.at(outcome.predicted));
    for (auto& row : empty_.counts) std::fill(row.begin(), row.end(), std::size_t{0});
    std::fill(empty_.unanswered.begin(), empty_.unanswered.end(), std::size_t{0});
  }

  double accuracy(std::span<const std::size_t> places) const {
    std::size_t right = 0;
    for (const auto place : places) right += cells_[place].first == cells_[place].second ? 1 : 0;
    return static_cast<double>(right) / static_cast<double>(places.size());
  }
  double macro_f1(std::span<const std::size_t> places) const {
    auto matrix = empty_;
    for (const auto place : places) {
      const auto [gold, predicted] = cells_[place];
      ++(predicted == none ? matrix.unanswered[gold] : matrix.counts[gold][predicted]);
    }
    return eval::macro_f1(matrix);
  }

 private:
  static constexpr auto none = static_cast<std::size_t>(-1);
  Confusion empty_;
  std::vector<std::pair<std::size_t, std::size_t>> cells_;
};

Json intervals_json(std::span<const Outcome> outcomes, const std::vector<std::string>& labels,
                    const MetricOptions& options) {
  const Resampled resampled(outcomes, labels);
  const auto interval = [&](const Statistic& statistic) {
    return interval_json(
        bootstrap_interval(outcomes.size(), statistic, options.resamples, options.seed));
  };
  return {{"level", 0.95},
          {"resamples", options.resamples},
          {"seed", options.seed},
          {"accuracy", interval([&](auto places) { return resampled.accuracy(places); })},
          {"macro_f1", interval([&](auto places) { return resampled.macro_f1(places); })}};
}

Json per_class_json(const Confusion& matrix) {
  Json list = Json::array();
  for (const auto& score : label_scores(matrix))
    list.push_back({{"label", score.label},
                    {"gold", score.gold},
                    {"predicted", score.predicted},
                    {"precision", score.precision},
                    {"recall", score.recall},
                    {"f1", score.f1}});
  return list;
}

// Rows are right labels; the last column counts what named none.
Json confusion_json(const Confusion& matrix) {
  Json json{{"labels", matrix.labels}, {"predicted", matrix.labels}, {"counts", Json::array()}};
  bool unanswered = false;
  for (const auto count : matrix.unanswered) unanswered = unanswered || count > 0;
  if (unanswered) json["predicted"].push_back("(none)");
  for (std::size_t i = 0; i < matrix.counts.size(); ++i) {
    Json row = matrix.counts[i];
    if (unanswered) row.push_back(matrix.unanswered[i]);
    json["counts"].push_back(std::move(row));
  }
  return json;
}

}  // namespace

Json classification_section(std::span<const ClaimScore> claims, const core::LabelSpace& labels,
                            const MetricOptions& options) {
  std::size_t counts[3] = {};
  std::size_t failed = 0;
  for (const auto& claim : claims) {
    ++counts[static_cast<std::size_t>(claim.answer)];
    failed += claim.error.empty() ? 0 : 1;
  }
  const auto outcomes = outcomes_of(claims);
  Json json{{"claims", claims.size()},
            {"with_gold", outcomes.size()},
            {"given", counts[static_cast<std::size_t>(Answer::given)]},
            {"malformed", counts[static_cast<std::size_t>(Answer::malformed)]},
            {"missing", counts[static_cast<std::size_t>(Answer::missing)]},
            {"failed", failed}};
  if (!claims.empty())
    json["well_formed"] = json.at("given").get<double>() / static_cast<double>(claims.size());
  if (outcomes.empty()) return json;
  const auto names = names_of(labels);
  auto all = averages_json(outcomes, names);
  all.erase("claims");
  json.update(all);
  json["intervals"] = intervals_json(outcomes, names, options);
  const auto matrix = confusion(outcomes, names);
  json["per_class"] = per_class_json(matrix);
  json["confusion"] = confusion_json(matrix);
  json["given_only"] = averages_json(given_outcomes_of(claims), names);
  return json;
}

}  // namespace assay::eval
