// Written by `averitec --fit`. Do not edit.
#pragma once
#include "reasoning/extractive/judge_model.h"

namespace assay::reasoning::extractive {

// Ridge 8.27; constant, then supports, contradicts, coverage, contradicting share, conflict, mixed,
// numeric.
inline FittedJudge compiled_judge() {
  FittedJudge judge;
  // clang-format off
  judge.model.weights = {{
      {-0.0371, 0.3934, 0.3000, 0.7388, -0.3975, -1.4037, -1.5833, 0.4118},
      {1.3583, -1.0986, 0.1602, -0.2409, 0.7948, 0.1019, 0.0929, -0.5561},
      {-0.0012, -0.0806, -0.1845, -1.6010, -0.8544, 2.1175, 0.2927, 0.2083},
      {-1.3200, 0.7858, -0.2757, 1.1031, 0.4571, -0.8158, 1.1977, -0.0640},
  }};
  judge.emphasis = {1.8985, 1.0000, 1.9870, 6.9752};
  judge.without_evidence = {0.3600, 0.4400, 0.1600, 0.0400};
  // clang-format on
  return judge;
}

}  // namespace assay::reasoning::extractive
