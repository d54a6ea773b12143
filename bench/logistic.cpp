#include "logistic.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "eval/classification.h"

namespace assay::bench {
namespace {

using namespace reasoning::extractive;

using Weights = std::array<std::array<double, feature_count + 1>, verdict_count>;

struct Scaling {
  Features mean{};
  Features deviation{};
};

Scaling scaling_of(const std::vector<Features>& rows) {
  Scaling scaling;
  for (std::size_t f = 0; f < feature_count; ++f) {
    double sum = 0;
    double squares = 0;
    for (const auto& row : rows) sum += row[f];
    scaling.mean[f] = sum / static_cast<double>(rows.size());
    for (const auto& row : rows) squares += (row[f] - scaling.mean[f]) * (row[f] - scaling.mean[f]);
    scaling.deviation[f] = std::max(1e-6, std::sqrt(squares / static_cast<double>(rows.size())));
  }
  return scaling;
}

Weights gradient(const LinearModel& model, const std::vector<Features>& rows,
                 const std::vector<std::size_t>& gold, double ridge) {
  Weights slope{};
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const auto p = probabilities(model, rows[r]);
    for (std::size_t v = 0; v < verdict_count; ++v) {
      const double error = p[v] - (gold[r] == v ? 1 : 0);
      slope[v][0] += error;
      for (std::size_t f = 0; f < feature_count; ++f) slope[v][f + 1] += error * rows[r][f];
    }
  }
  for (std::size_t v = 0; v < verdict_count; ++v)
    for (std::size_t f = 1; f <= feature_count; ++f) slope[v][f] += ridge * model.weights[v][f];
  return slope;
}

// Back from standardised features to those that the judge computes.
LinearModel unscaled(LinearModel model, const Scaling& scaling) {
  for (auto& weights : model.weights)
    for (std::size_t f = 0; f < feature_count; ++f) {
      weights[f + 1] /= scaling.deviation[f];
      weights[0] -= weights[f + 1] * scaling.mean[f];
    }
  return model;
}

std::vector<double> macro_f1_of(const std::vector<const Example*>& examples,
                                const std::vector<Settings>& grid, unsigned seed) {
  std::vector<double> scores(grid.size(), 0);
  constexpr unsigned repeats = 3;
  for (unsigned repeat = 0; repeat < repeats; ++repeat) {
    const auto folds = draw_folds(examples, 5, seed + repeat);
    std::vector<std::vector<eval::Outcome>> outcomes(grid.size());
    for (std::size_t fold = 0; fold < 5; ++fold) {
      std::vector<const Example*> inside;
      for (std::size_t i = 0; i < examples.size(); ++i)
        if (folds[i] != fold) inside.push_back(examples[i]);
      std::map<double, FittedJudge> fitted;
      for (std::size_t s = 0; s < grid.size(); ++s) {
        auto [at, fresh] = fitted.try_emplace(grid[s].ridge);
        if (fresh) at->second = train(inside, grid[s]);
        auto judge = at->second;
        judge.emphasis = grid[s].emphasis;
        for (std::size_t i = 0; i < examples.size(); ++i)
          if (folds[i] == fold)
            outcomes[s].push_back({std::to_string(examples[i]->verdict),
                                   std::to_string(static_cast<std::size_t>(
                                       choose(judge, examples[i]->tally).verdict))});
      }
    }
    for (std::size_t s = 0; s < grid.size(); ++s)
      scores[s] += eval::macro_f1(eval::confusion(outcomes[s])) / repeats;
  }
  return scores;
}

}  // namespace

LinearModel fit(const std::vector<const Example*>& examples, double ridge) {
  std::vector<Features> rows;
  std::vector<std::size_t> gold;
  for (const auto* example : examples) {
    if (example->tally.findings == 0) continue;
    rows.push_back(features_of(example->tally));
    gold.push_back(example->verdict);
  }
  LinearModel model;
  if (rows.empty()) return model;
  const auto scaling = scaling_of(rows);
  for (auto& row : rows)
    for (std::size_t f = 0; f < feature_count; ++f)
      row[f] = (row[f] - scaling.mean[f]) / scaling.deviation[f];
  // Accelerated gradient descent; 1 / step bounds the curvature of the loss.
  const double step = 1 / (0.5 * static_cast<double>(rows.size() * (feature_count + 1)) + ridge);
  LinearModel ahead = model;
  for (int round = 1; round <= 600; ++round) {
    const auto slope = gradient(ahead, rows, gold, ridge);
    const LinearModel before = model;
    const double momentum = (round - 1.0) / (round + 2.0);
    for (std::size_t v = 0; v < verdict_count; ++v)
      for (std::size_t f = 0; f <= feature_count; ++f) {
        model.weights[v][f] = ahead.weights[v][f] - step * slope[v][f];
        ahead.weights[v][f] =
            model.weights[v][f] + momentum * (model.weights[v][f] - before.weights[v][f]);
      }
  }
  return unscaled(model, scaling);
}

FittedJudge train(const std::vector<const Example*>& examples, const Settings& settings) {
  FittedJudge judge;
  judge.model = fit(examples, settings.ridge);
  judge.emphasis = settings.emphasis;
  // One imagined claim of each verdict keeps the shares away from 0 and 1.
  double count = verdict_count;
  judge.without_evidence.fill(1);
  for (const auto* example : examples) {
    if (example->tally.findings > 0) continue;
    judge.without_evidence[example->verdict] += 1;
    count += 1;
  }
  for (auto& share : judge.without_evidence) share /= count;
  return judge;
}

std::vector<std::size_t> draw_folds(const std::vector<const Example*>& examples, std::size_t folds,
                                    unsigned seed) {
  std::map<std::size_t, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < examples.size(); ++i) groups[examples[i]->group].push_back(i);
  std::vector<std::vector<std::size_t>> order;
  for (auto& [name, members] : groups) order.push_back(members);
  std::mt19937_64 random(seed);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random() % i]);
  std::ranges::sort(order, [](const auto& a, const auto& b) {
    return a.size() != b.size() ? a.size() > b.size() : false;
  });
  std::vector<std::array<std::size_t, verdict_count>> held(folds);
  std::vector<std::size_t> sizes(folds, 0);
  std::vector<std::size_t> fold_of(examples.size(), 0);
  for (const auto& members : order) {
    std::size_t best = 0;
    double least = 1e300;
    for (std::size_t fold = 0; fold < folds; ++fold) {
      double cost = 0.05 * static_cast<double>(sizes[fold]);
      for (const auto i : members) cost += static_cast<double>(held[fold][examples[i]->verdict]);
      if (cost >= least) continue;
      least = cost;
      best = fold;
    }
    for (const auto i : members) {
      fold_of[i] = best;
      ++held[best][examples[i]->verdict];
      ++sizes[best];
    }
  }
  return fold_of;
}

Settings select(const std::vector<const Example*>& examples, unsigned seed) {
  std::vector<Settings> grid;
  for (const double ridge : {5.0, 15.0})
    for (const double supported : {1.5, 2.0, 2.5})
      for (const double not_enough : {1.5, 2.0, 3.0})
        for (const double conflicting : {3.0, 5.0, 8.0})
          grid.push_back({ridge, {supported, 1, not_enough, conflicting}});
  const auto scores = macro_f1_of(examples, grid, seed);
  // The best by a hair is luck: the settings are averaged over all that come close to it.
  const double best = *std::ranges::max_element(scores);
  Settings chosen{0, {0, 0, 0, 0}};
  double count = 0;
  for (std::size_t s = 0; s < grid.size(); ++s) {
    if (scores[s] < best - 0.015) continue;
    chosen.ridge += std::log(grid[s].ridge);
    for (std::size_t v = 0; v < verdict_count; ++v)
      chosen.emphasis[v] += std::log(grid[s].emphasis[v]);
    count += 1;
  }
  chosen.ridge = std::exp(chosen.ridge / count);
  for (auto& emphasis : chosen.emphasis) emphasis = std::exp(emphasis / count);
  return chosen;
}

}  // namespace assay::bench
