#include "eval/judge/judged_scores.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "assay/core/error.h"
#include "eval/judge/claim_judgement.h"
#include "eval/judge/temporal.h"
#include "io/when_all.h"
#include "models/model_failure.h"
#include "report/calls.h"

namespace assay::eval {
namespace {

using boost::asio::awaitable;
using core::Json;

// What is under way, counted for whoever waits.
class Progress {
 public:
  Progress(std::function<void(std::size_t, std::size_t)> tell, std::size_t total)
      : tell_(std::move(tell)), total_(total) {}
  void one_more() {
    ++done_;
    if (tell_) tell_(done_, total_);
  }

 private:
  std::function<void(std::size_t, std::size_t)> tell_;
  std::size_t total_ = 0;
  std::size_t done_ = 0;
};

// Counts the work when it has ended, well or not.
template <class T>
awaitable<T> counted(awaitable<T> work, Progress& progress) {
  std::optional<T> value;
  try {
    value.emplace(co_await std::move(work));
  } catch (...) {
    progress.one_more();
    throw;
  }
  progress.one_more();
  co_return std::move(*value);
}

// The value; nothing where the model could not be asked, which `failure` then keeps.
template <class T>
std::optional<T> value_of(io::Outcome<std::optional<T>>& outcome,
                          std::optional<std::string>& failure) {
  try {
    return std::move(outcome.get());
  } catch (const models::ModelFailure& error) {
    if (!failure) failure = error.what();
    return std::nullopt;
  }
}

// Throws where none of the calls since `before` brought an answer.
void require_answers(const Judge& judge, std::size_t before,
                     const std::optional<std::string>& failure) {
  if (!failure) return;
  const auto calls = std::span(judge.calls()).subspan(before);
  if (std::ranges::any_of(calls, [](const auto& call) { return call.error.empty(); })) return;
  throw core::InputError("no claim could be judged: " + *failure);
}

std::optional<double> mean_of(const std::vector<double>& values) {
  if (values.empty()) return std::nullopt;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Of a sample; nothing of fewer than two values.
std::optional<double> deviation_of(const std::vector<double>& values) {
  if (values.size() < 2) return std::nullopt;
  const auto mean = *mean_of(values);
  double sum = 0;
  for (const auto value : values) sum += (value - mean) * (value - mean);
  return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

Json or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

// Scores of each claim in each repeat, by their names.
class Tally {
 public:
  Tally(std::size_t claims, std::size_t repeats)
      : claims_(claims), repeats_(repeats), scores_(claims * repeats) {}

  void put(std::size_t claim, std::size_t repeat, std::optional<JudgedScores> scores) {
    scores_[claim * repeats_ + repeat] = std::move(scores);
  }
  // Means over the repeats in which the claim was judged.
  JudgedScores of_claim(std::size_t claim) const {
    std::map<std::string, std::vector<double>> values;
    for (std::size_t i = 0; i < repeats_; ++i) add(claim, i, values);
    JudgedScores means;
    for (const auto& [name, all] : values) means[name] = *mean_of(all);
    return means;
  }
  std::size_t judged_repeats(std::size_t claim) const {
    const auto first = scores_.begin() + static_cast<std::ptrdiff_t>(claim * repeats_);
    return static_cast<std::size_t>(std::count_if(first,
                                                  first + static_cast<std::ptrdiff_t>(repeats_),
                                                  [](const auto& one) { return one.has_value(); }));
  }
  // {name: {mean, deviation}} of the repeats' means.
  Json section() const {
    std::map<std::string, std::vector<double>> means;
    for (std::size_t repeat = 0; repeat < repeats_; ++repeat) {
      std::map<std::string, std::vector<double>> values;
      for (std::size_t claim = 0; claim < claims_; ++claim) add(claim, repeat, values);
      for (const auto& [name, all] : values) means[name].push_back(*mean_of(all));
    }
    Json json = Json::object();
    for (const auto& [name, all] : means)
      json[name] = {{"mean", *mean_of(all)}, {"deviation", or_null(deviation_of(all))}};
    return json;
  }

 private:
  void add(std::size_t claim, std::size_t repeat,
           std::map<std::string, std::vector<double>>& values) const {
    const auto& scores = scores_[claim * repeats_ + repeat];
    if (!scores) return;
    for (const auto& [name, value] : *scores) values[name].push_back(value);
  }

  std::size_t claims_;
  std::size_t repeats_;
  std::vector<std::optional<JudgedScores>> scores_;
};

// A claim that is judged, and its place among the scores.
struct Listed {
  ClaimToJudge claim;
  std::size_t place = 0;
};

std::vector<Listed> claims_to_judge(const Benchmark& benchmark, const Dataset& dataset,
                                    std::span<const Prediction> predictions,
                                    std::span<const ClaimScore> claims) {
  std::unordered_map<std::string_view, const Prediction*> by_id;
  for (const auto& prediction : predictions) by_id.emplace(prediction.id, &prediction);
  std::vector<Listed> listed;
  for (std::size_t i = 0; i < dataset.instances.size(); ++i) {
    const auto& instance = dataset.instances[i];
    if (benchmark.judged_as_averimatec() ? !has_averimatec_gold(instance)
                                         : !has_ev2r_gold(instance))
      continue;
    const auto found = by_id.find(instance.claim.id);
    listed.push_back(
        {{&instance, found == by_id.end() ? nullptr : found->second, claims[i].right()}, i});
  }
  return listed;
}

Json calls_json(std::span<const core::ModelCall> calls) {
  report::CallSum sum;
  for (const auto& call : calls) sum.add(call);
  return {{"calls", sum.calls},
          {"from_cache", sum.from_cache},
          {"tokens_in", sum.tokens_in},
          {"tokens_out", sum.tokens_out},
          {"cost", or_null(sum.known_cost())}};
}

}  // namespace

awaitable<Json> judged_scores(Judge& judge, const Benchmark& benchmark, const Dataset& dataset,
                              std::span<const Prediction> predictions, std::span<ClaimScore> claims,
                              JudgeOptions options) {
  const auto listed = claims_to_judge(benchmark, dataset, predictions, claims);
  if (listed.empty()) co_return nullptr;
  const auto repeats = static_cast<std::size_t>(std::max(options.repeats, 1));
  const auto before = judge.calls().size();
  const AverimatecJudging judging{options.lambda,
                                  options.base.empty() ? dataset.base : options.base};
  Progress progress(options.progress, listed.size() * repeats);
  std::size_t unread = 0;
  std::size_t unread_again = 0;  // the same pictures in another repeat
  std::vector<awaitable<std::optional<JudgedScores>>> work;
  for (const auto& one : listed)
    for (std::size_t i = 0; i < repeats; ++i) {
      const auto repeat = static_cast<int>(i);
      work.push_back(counted(benchmark.judged_as_averimatec()
                                 ? averimatec_judgement(judge, one.claim, judging, repeat,
                                                        i == 0 ? unread : unread_again)
                                 : ev2r_judgement(judge, one.claim, repeat),
                             progress));
    }
  auto outcomes = co_await io::when_all(std::move(work), options.at_once);
  Tally tally(listed.size(), repeats);
  std::optional<std::string> failure;
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    tally.put(i / repeats, i % repeats, value_of(outcomes[i], failure));
  require_answers(judge, before, failure);
  std::size_t unjudged = 0;
  std::size_t partly = 0;
  for (std::size_t i = 0; i < listed.size(); ++i) {
    const auto judged = tally.judged_repeats(i);
    unjudged += judged == 0 ? 1 : 0;
    partly += judged > 0 && judged < repeats ? 1 : 0;
    for (const auto& [name, value] : tally.of_claim(i))
      claims[listed[i].place].judged[name] = value;
  }
  Json json{{"model", judge.model()},   {"repeats", repeats},   {"lambda", options.lambda},
            {"claims", listed.size()},  {"unjudged", unjudged}, {"partly_judged", partly},
            {"pictures_unread", unread}};
  json.update(calls_json(std::span(judge.calls()).subspan(before)));
  json.update(tally.section());
  co_return json;
}

awaitable<std::size_t> temporal_flags(
    Judge& judge, const Dataset& dataset, std::span<ClaimScore> claims, std::size_t at_once,
    std::function<void(std::size_t done, std::size_t total)> progress) {
  const auto before = judge.calls().size();
  Progress told(std::move(progress), dataset.instances.size());
  std::vector<awaitable<std::optional<bool>>> work;
  for (const auto& instance : dataset.instances)
    work.push_back(counted(depends_on_time(judge, instance.claim), told));
  auto outcomes = co_await io::when_all(std::move(work), at_once);
  std::optional<std::string> failure;
  std::size_t without = 0;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    claims[i].depends_on_time = value_of(outcomes[i], failure);
    without += claims[i].depends_on_time ? 0 : 1;
  }
  require_answers(judge, before, failure);
  co_return without;
}

}  // namespace assay::eval
