#pragma once
#include <string>
#include <vector>

#include "assay/core/json.h"
#include "eval/calibration.h"

namespace assay::eval {

// The plots of what metrics.json holds; empty where it does not hold it.
std::string confusion_svg(const core::Json& metrics);
std::string reliability_svg(const core::Json& metrics);

struct NamedMetrics {
  std::string name;
  const core::Json* metrics = nullptr;
};
// One curve for each run that has confidences.
std::string risk_coverage_svg(const std::vector<NamedMetrics>& runs);
// Accuracy and macro F1 of each run, with their 95 % intervals; empty where none is known.
std::string scores_svg(const std::vector<NamedMetrics>& runs);
// One point for each run whose cost is known; empty where there is none.
std::string cost_accuracy_svg(const std::vector<NamedMetrics>& runs);

}  // namespace assay::eval
