// Written by `averitec --fit`. Do not edit.
#pragma once
#include "reasoning/extractive/judge_model.h"

namespace assay::reasoning::extractive {

// Ridge 8.01; constant, then supports, contradicts, coverage, contradicting share, conflict, mixed, numeric.
inline FittedJudge compiled_judge() {
  FittedJudge judge;
  // clang-format off
  judge.model.weights = {{
      {0.0171, 0.4481, 0.2741, 0.4803, -0.2749, -0.4619, -1.6215, 0.4031},
      {1.3399, -0.7931, 0.0749, -0.1503, 0.8137, 0.2145, -0.3030, -0.5814},
      {0.0220, -0.2810, -0.0331, -1.5388, -0.9879, 1.6064, -0.2557, 0.2352},
      {-1.3791, 0.6259, -0.3159, 1.2088, 0.4492, -1.3590, 2.1801, -0.0569},
  }};
  judge.emphasis = {2.1121, 1.0000, 2.0264, 8.0000};
  judge.without_evidence = {0.3600, 0.4400, 0.1600, 0.0400};
  // clang-format on
  return judge;
}

}  // namespace assay::reasoning::extractive
