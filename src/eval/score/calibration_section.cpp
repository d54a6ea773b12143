#include <nlohmann/json.hpp>

#include "eval/calibration.h"
#include "eval/classification.h"
#include "eval/score/metrics.h"

namespace assay::eval {

core::Json calibration_section(std::span<const ClaimScore> claims) {
  std::vector<Graded> graded;
  for (const auto& claim : claims)
    if (!claim.gold.empty() && !claim.label.empty() && claim.confidence)
      graded.push_back({*claim.confidence, claim.right()});
  if (graded.empty()) return nullptr;
  core::Json json{{"claims", graded.size()},
                  {"ece", ece(graded)},
                  {"brier", brier(graded)},
                  {"aurc", aurc(graded)},
                  {"reliability", core::Json::array()},
                  {"risk_coverage", core::Json::array()}};
  for (const auto& bin : reliability(graded))
    json["reliability"].push_back({{"low", bin.low},
                                   {"high", bin.high},
                                   {"claims", bin.count},
                                   {"confidence", bin.confidence},
                                   {"accuracy", bin.accuracy}});
  for (const auto& point : risk_coverage(graded))
    json["risk_coverage"].push_back({{"coverage", point.coverage}, {"risk", point.risk}});
  return json;
}

}  // namespace assay::eval
