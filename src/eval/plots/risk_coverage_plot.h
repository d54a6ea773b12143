#pragma once
#include <span>
#include <string>
#include <vector>

#include "eval/calibration.h"

namespace assay::eval {

struct RiskCurve {
  std::string name;
  std::vector<RiskPoint> points;  // coverage ascending
};
// The share of wrong answers against the share that is given; each curve has a colour, a dash
// pattern and its name. Points that are no finite numbers
// are left out, and of more than 1,000 of a curve those that would not be seen. Empty where no
// curve has a point.
std::string risk_coverage_plot(std::span<const RiskCurve> curves);

}  // namespace assay::eval
