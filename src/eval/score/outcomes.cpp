#include "eval/score/outcomes.h"

#include <nlohmann/json.hpp>

namespace assay::eval {

std::vector<Outcome> outcomes_of(std::span<const ClaimScore> claims) {
  std::vector<Outcome> outcomes;
  for (const auto& claim : claims)
    if (!claim.gold.empty()) outcomes.push_back({claim.gold, claim.label});
  return outcomes;
}

std::vector<Outcome> given_outcomes_of(std::span<const ClaimScore> claims) {
  auto outcomes = outcomes_of(claims);
  std::erase_if(outcomes, [](const Outcome& outcome) { return outcome.predicted.empty(); });
  return outcomes;
}

std::vector<std::string> names_of(const core::LabelSpace& labels) {
  std::vector<std::string> names;
  for (const auto& label : labels.labels()) names.push_back(label.name);
  return names;
}

core::Json short_scores(std::span<const Outcome> outcomes, const core::LabelSpace& labels) {
  if (outcomes.empty()) return {{"claims", 0}, {"accuracy", nullptr}, {"macro_f1", nullptr}};
  return {{"claims", outcomes.size()},
          {"accuracy", accuracy(outcomes)},
          {"macro_f1", macro_f1(confusion(outcomes, names_of(labels)))}};
}

}  // namespace assay::eval
