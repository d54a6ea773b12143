#include <nlohmann/json.hpp>

#include "eval/score/metrics.h"
#include "eval/score/outcomes.h"

namespace assay::eval {
namespace {

template <class Keep>
core::Json scores_of(std::span<const ClaimScore> claims, const core::LabelSpace& labels,
                     Keep keep) {
  std::vector<ClaimScore> kept;
  for (const auto& claim : claims)
    if (keep(claim)) kept.push_back(claim);
  return short_scores(outcomes_of(kept), labels);
}

}  // namespace

core::Json cutoff_section(std::span<const ClaimScore> claims, const core::LabelSpace& labels,
                          const core::Date& cutoff) {
  return {
      {"date", cutoff.to_string()},
      {"before", scores_of(claims, labels,
                           [&](const ClaimScore& one) { return one.date && *one.date < cutoff; })},
      {"from", scores_of(claims, labels,
                         [&](const ClaimScore& one) { return one.date && *one.date >= cutoff; })},
      {"undated", scores_of(claims, labels, [](const ClaimScore& one) { return !one.date; })}};
}

core::Json temporal_section(std::span<const ClaimScore> claims, const core::LabelSpace& labels) {
  std::size_t asked = 0;
  std::size_t dependent = 0;
  for (const auto& claim : claims) {
    if (!claim.depends_on_time) continue;
    ++asked;
    dependent += *claim.depends_on_time ? 1 : 0;
  }
  if (asked == 0) return nullptr;
  return {{"asked", asked},
          {"dependent", dependent},
          {"with", scores_of(claims, labels, [](const ClaimScore&) { return true; })},
          {"without", scores_of(claims, labels, [](const ClaimScore& one) {
             return !one.depends_on_time.value_or(false);
           })}};
}

}  // namespace assay::eval
