#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string_view>

#include "eval/score/metrics.h"

namespace assay::eval {
namespace {

core::Json pair_scores(std::span<const ClaimScore> claims,
                       std::initializer_list<std::string_view> false_labels) {
  std::size_t all = 0;
  std::size_t right = 0;
  for (const auto& claim : claims) {
    const bool is_true = claim.gold == "true";
    bool counts = is_true;
    for (const auto label : false_labels) counts = counts || claim.gold == label;
    if (!counts) continue;
    ++all;
    // What was not answered is right of nothing.
    const bool said_true = claim.label == "true";
    right += !claim.label.empty() && said_true == is_true ? 1 : 0;
  }
  core::Json json{{"accuracy", nullptr}, {"claims", all}};
  if (all > 0) json["accuracy"] = static_cast<double>(right) / static_cast<double>(all);
  return json;
}

}  // namespace

core::Json verite_section(std::span<const ClaimScore> claims) {
  return {{"true_vs_ooc", pair_scores(claims, {"out-of-context"})},
          {"true_vs_miscaptioned", pair_scores(claims, {"miscaptioned"})},
          {"true_vs_false", pair_scores(claims, {"out-of-context", "miscaptioned"})}};
}

}  // namespace assay::eval
