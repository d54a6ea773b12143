// Written by `averitec --fit`. Do not edit.
#pragma once
#include "reasoning/extractive/judge_model.h"

namespace assay::reasoning::extractive {

// Ridge 8.66; constant, then supports, contradicts, coverage, contradicting share, conflict, mixed, numeric.
inline FittedJudge compiled_judge() {
  FittedJudge judge;
  // clang-format off
  judge.model.weights = {{
      {-0.0312, 0.4501, 0.2033, 0.7798, -0.4490, -1.4852, -1.8800, 0.3870},
      {1.2973, -1.0167, 0.0931, -0.0645, 0.8081, 0.5674, -1.0499, -0.5530},
      {0.0038, -0.2265, -0.1276, -1.7040, -0.7487, 1.7321, 2.0134, 0.2434},
      {-1.2699, 0.7931, -0.1688, 0.9888, 0.3896, -0.8142, 0.9165, -0.0774},
  }};
  judge.emphasis = {2.0237, 1.0000, 1.9870, 8.0000};
  judge.without_evidence = {0.3600, 0.4400, 0.1600, 0.0400};
  // clang-format on
  return judge;
}

}  // namespace assay::reasoning::extractive
