// Written by `averitec --fit`. Do not edit.
#pragma once
#include "reasoning/extractive/judge_model.h"

namespace assay::reasoning::extractive {

// Ridge 7.94; constant, then supports, contradicts, coverage, contradicting share, conflict, mixed,
// numeric.
inline FittedJudge compiled_judge() {
  FittedJudge judge;
  // clang-format off
  judge.model.weights = {{
      {-0.0346, 0.4809, 0.4433, 0.7127, -0.4436, -1.5839, -2.1114, 0.3820},
      {1.3454, -1.0461, 0.0787, -0.1320, 0.7426, 0.6290, -0.6917, -0.5440},
      {-0.0046, -0.2149, -0.1799, -1.6940, -0.7595, 1.7781, 1.9531, 0.2276},
      {-1.3062, 0.7801, -0.3421, 1.1133, 0.4605, -0.8232, 0.8500, -0.0656},
  }};
  judge.emphasis = {2.0199, 1.0000, 2.0014, 7.4278};
  judge.without_evidence = {0.3600, 0.4400, 0.1600, 0.0400};
  // clang-format on
  return judge;
}

}  // namespace assay::reasoning::extractive
