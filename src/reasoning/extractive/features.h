#pragma once
#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "assay/core/claim.h"
#include "assay/core/evidence.h"
#include "assay/core/stage_results.h"

namespace assay::reasoning::extractive {

// What the judge knows: the findings added up. It sees stances, strengths and coverage and nothing
// of how develop came to them, so that a trained classifier can take develop's place.
struct Tally {
  std::size_t findings = 0;
  double supports = 0;         // 0 to 1: of the part of the claim that is supported least
  double contradicts = 0;      // 0 to 1: of the part that is contradicted most
  double opposed_support = 0;  // support for that part
  double conflict =
      0;  // 0 to 1: two sources that say opposite things of one part, the weaker's strength
  double mixed = 0;     // 0 to 1: one source that backs the claim and limits or contradicts it
  double coverage = 0;  // 0 to 1: the best of the findings
  double contradicting_share = 0;  // of the findings
  bool picture_open = false;  // the claim has pictures, and no page backs it that shows one of them
  double numeric = 0;         // 1 where both the claim and a quotation hold a quantity
};

// Findings whose strength is below this say as good as nothing.
inline constexpr double least_strength = 0.1;

Tally tally(const core::Claim& claim, std::span<const core::Evidence> evidence,
            const core::Development& development);

// The features of the fitted model, in their order.
inline constexpr std::size_t feature_count = 7;
using Features = std::array<double, feature_count>;
inline constexpr std::array<std::string_view, feature_count> feature_names{
    "supports", "contradicts", "coverage", "contradicting share", "conflict", "mixed", "numeric"};
Features features_of(const Tally& tally);

}  // namespace assay::reasoning::extractive
