#pragma once
#include <cstddef>
#include <vector>

#include "reasoning/extractive/judge_model.h"

namespace assay::bench {

// One claim for fitting: what the judge sees, and the verdict that is right (core::Verdict's
// order).
struct Example {
  reasoning::extractive::Tally tally;
  std::size_t verdict = 0;
  std::size_t group = 0;  // claims about the same thing share one, and never stand on both sides
};

// Multinomial logistic regression on the examples that have findings, with the squared weights of
// the standardised features (not the constants) penalised by `ridge` (at least 0). Deterministic.
reasoning::extractive::LinearModel fit(const std::vector<const Example*>& examples, double ridge);

// What cross-validation chooses among.
struct Settings {
  double ridge = 10;
  reasoning::extractive::Probabilities emphasis{1, 1, 1, 1};
};

// Fits with given settings; without_evidence is estimated from the examples without findings.
reasoning::extractive::FittedJudge train(const std::vector<const Example*>& examples,
                                         const Settings& settings);

// A fold for each example: `folds` groups-wise, verdicts spread evenly, drawn by `seed`.
std::vector<std::size_t> draw_folds(const std::vector<const Example*>& examples, std::size_t folds,
                                    unsigned seed);

// The settings with the best macro-F1 in cross-validation of these examples.
Settings select(const std::vector<const Example*>& examples, unsigned seed);

}  // namespace assay::bench
