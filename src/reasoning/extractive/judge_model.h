#pragma once
#include <array>
#include <cstddef>

#include "assay/core/verdict.h"
#include "reasoning/extractive/features.h"

// From a tally to the probability of each verdict.
namespace assay::reasoning::extractive {

inline constexpr std::size_t verdict_count = 4;
// In the order of core::Verdict.
using Probabilities = std::array<double, verdict_count>;
inline double& of(Probabilities& p, core::Verdict verdict) {
  return p[static_cast<std::size_t>(verdict)];
}
inline double of(const Probabilities& p, core::Verdict verdict) {
  return p[static_cast<std::size_t>(verdict)];
}

// A multinomial logistic model: for each verdict a constant and a weight for each feature.
struct LinearModel {
  std::array<std::array<double, feature_count + 1>, verdict_count> weights{};  // constant first
};
Probabilities probabilities(const LinearModel& model, const Features& features);

// What the stages know of AVeriTeC, fitted to its 200 shared claims by `averitec --fit`
// (judge_weights.h).
struct FittedJudge {
  LinearModel model;
  // A label is chosen by probability times this: the rarer labels count as much as the common one.
  Probabilities emphasis{1, 1, 1, 1};
  Probabilities
      without_evidence{};  // shares of the verdicts among claims for which nothing was found
};
const FittedJudge& fitted_judge();

// The general judge: what the words mean, with weights set by hand.
Probabilities general_judge(const Tally& tally);

// Which verdicts a tally allows, whatever a model says: without evidence nothing but "not enough";
// no support of a claim with pictures none of which was found where it says (tally.picture_open);
// no refutation without a contradicting finding or evidence that speaks to the claim; no support
// without a supporting one; no conflict without both.
std::array<bool, verdict_count> allowed(const Tally& tally);

// The verdict of the fitted model under these limits, and its probability.
struct Choice {
  core::Verdict verdict = core::Verdict::not_enough_evidence;
  double probability = 0;
};
Choice choose(const FittedJudge& judge, const Tally& tally);
Choice choose_general(const Tally& tally);

}  // namespace assay::reasoning::extractive
