#include "assay/core/verdict.h"

#include <array>
#include <utility>

namespace assay::core {
namespace {
constexpr std::array<std::pair<Verdict, std::string_view>, 4> names{{
    {Verdict::supported, "supported"},
    {Verdict::refuted, "refuted"},
    {Verdict::not_enough_evidence, "not enough evidence"},
    {Verdict::conflicting, "conflicting"},
}};
}  // namespace

std::string_view to_string(Verdict verdict) {
  for (const auto& [value, name] : names)
    if (value == verdict) return name;
  return "not enough evidence";
}

std::optional<Verdict> verdict_from_string(std::string_view text) {
  for (const auto& [value, name] : names)
    if (name == text) return value;
  return std::nullopt;
}

}  // namespace assay::core
