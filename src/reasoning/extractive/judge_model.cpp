#include "reasoning/extractive/judge_model.h"

#include <algorithm>
#include <cmath>

#include "reasoning/extractive/judge_weights.h"

namespace assay::reasoning::extractive {
namespace {

using core::Verdict;

// Evidence that covers less of the claim than this, and takes no side, does not speak to it.
constexpr double speaks_to_it = 0.25;

// How sure the general judge must be for the fitted one to follow it.
constexpr double plainly = 0.8;

Probabilities softmax(Probabilities scores) {
  const double highest = *std::ranges::max_element(scores);
  double sum = 0;
  for (auto& score : scores) sum += score = std::exp(score - highest);
  for (auto& score : scores) score /= sum;
  return scores;
}

}  // namespace

Probabilities probabilities(const LinearModel& model, const Features& features) {
  Probabilities scores{};
  for (std::size_t verdict = 0; verdict < verdict_count; ++verdict) {
    const auto& weights = model.weights[verdict];
    scores[verdict] = weights[0];
    for (std::size_t i = 0; i < feature_count; ++i) scores[verdict] += weights[i + 1] * features[i];
  }
  return softmax(scores);
}

const FittedJudge& fitted_judge() {
  static const FittedJudge judge = compiled_judge();
  return judge;
}

Probabilities general_judge(const Tally& tally) {
  // Hints on the other side do not count against what is said plainly.
  const auto plain = [](double strength) { return std::max(0.0, (strength - 0.25) / 0.75); };
  Probabilities scores{};
  of(scores, Verdict::supported) = 7 * (tally.supports - 0.5) - 4 * plain(tally.contradicts);
  of(scores, Verdict::refuted) = 7 * (tally.contradicts - 0.5) - 3 * plain(tally.opposed_support);
  of(scores, Verdict::not_enough_evidence) = 0.3 + 1.5 * (0.35 - tally.coverage);
  of(scores, Verdict::conflicting) = 9 * (tally.conflict - 0.45);
  auto result = softmax(scores);
  // No claim is surer than the reading of it.
  constexpr double surest = 0.95;
  for (auto& probability : result) probability = (1 - surest) / 4 + surest * probability;
  return result;
}

std::array<bool, verdict_count> allowed(const Tally& tally) {
  std::array<bool, verdict_count> may{};
  const bool speaks = tally.findings > 0 && tally.coverage >= speaks_to_it;
  const bool supports = tally.supports >= least_strength || tally.opposed_support >= least_strength;
  const bool contradicts = tally.contradicts >= least_strength;
  const auto set = [&](Verdict verdict, bool value) {
    may[static_cast<std::size_t>(verdict)] = value;
  };
  set(Verdict::not_enough_evidence, true);
  // Where the picture is open, what the claim says may be right and its picture another's.
  set(Verdict::supported, tally.findings > 0 && (supports || speaks) && !tally.picture_open);
  set(Verdict::refuted, tally.findings > 0 && contradicts);
  set(Verdict::conflicting, supports && contradicts && !tally.picture_open);
  return may;
}

Choice choose(const FittedJudge& judge, const Tally& tally) {
  if (tally.findings == 0)
    return {Verdict::not_enough_evidence, of(judge.without_evidence, Verdict::not_enough_evidence)};
  // What the words say plainly stands, whatever is usual in the sample.
  const auto plain = choose_general(tally);
  const auto p = probabilities(judge.model, features_of(tally));
  if (plain.verdict != Verdict::not_enough_evidence && plain.probability >= plainly)
    return {plain.verdict, of(p, plain.verdict)};
  const auto may = allowed(tally);
  Choice best;
  double highest = -1;
  for (std::size_t i = 0; i < verdict_count; ++i) {
    const double score = p[i] * judge.emphasis[i];
    if (!may[i] || score <= highest) continue;
    highest = score;
    best = {static_cast<Verdict>(i), p[i]};
  }
  return best;
}

Choice choose_general(const Tally& tally) {
  if (tally.findings == 0) return {Verdict::not_enough_evidence, 0.9};
  const auto p = general_judge(tally);
  const auto may = allowed(tally);
  Choice best;
  double possible = 0;  // the verdicts that may not be leave theirs to the others
  for (std::size_t i = 0; i < verdict_count; ++i) {
    if (!may[i]) continue;
    possible += tally.picture_open ? p[i] : 0;
    if (p[i] > best.probability) best = {static_cast<Verdict>(i), p[i]};
  }
  if (possible > 0) best.probability = std::min(0.9, best.probability / possible);
  return best;
}

}  // namespace assay::reasoning::extractive
