#include "reasoning/extractive/reasons.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace assay::reasoning::extractive {
namespace {

bool says_contrast(std::string_view reason) {
  constexpr std::array<std::string_view, 8> beginnings{
      "negation",  "satire",    "called wrong",       "denied",
      "exchanged", "qualified", "the claim says all", "\""};
  const bool begins = std::ranges::any_of(
      beginnings, [&](std::string_view beginning) { return reason.starts_with(beginning); });
  return begins || reason.find(" against ") != reason.npos || reason.find(", not ") != reason.npos;
}

bool says_agreement(std::string_view reason) {
  return reason.starts_with("affirmed") || reason.find(" agrees") != reason.npos ||
         reason.find(", as the claim's") != reason.npos;
}

}  // namespace

std::string telling_reason(const core::Finding& finding) {
  for (const auto& reason : finding.reasons) {
    const bool contradicts = finding.stance == core::Stance::contradicts;
    if (contradicts ? says_contrast(reason) : says_agreement(reason)) return reason;
  }
  return {};
}

}  // namespace assay::reasoning::extractive
