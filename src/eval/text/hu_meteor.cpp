#include "eval/text/hu_meteor.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "eval/text/assignment.h"

namespace assay::eval {
namespace {

std::vector<std::string> without_repeats(std::span<const std::string> strings) {
  std::vector<std::string> once;
  std::unordered_set<std::string_view> seen;
  for (const auto& string : strings)
    if (seen.insert(string).second) once.push_back(string);
  return once;
}

}  // namespace

double HuMeteor::score(std::span<const std::string> predicted, std::span<const std::string> gold) {
  const auto judged = predicted.first(std::min(predicted.size(), judged_predictions));
  if (judged.empty() || gold.empty()) return 0;
  std::vector<MeteorText> hypotheses;
  hypotheses.reserve(judged.size());
  for (const auto& text : judged) hypotheses.push_back(meteor_.prepare(text));
  Gains gains{gold.size(), judged.size(), {}};
  for (const auto& text : gold) {
    const auto reference = meteor_.prepare(text);
    for (const auto& hypothesis : hypotheses)
      gains.values.push_back(meteor_.score(reference, hypothesis));
  }
  return best_assignment(gains).sum / static_cast<double>(gold.size());
}

HuMeteorScore HuMeteor::score(const EvidenceStrings& claim) {
  return {.questions = score(claim.predicted_questions, without_repeats(claim.gold_questions)),
          .question_answers = score(claim.predicted, claim.gold)};
}

double averitec_score(std::span<const AveritecOutcome> claims, double threshold) {
  if (claims.empty()) return 0;
  const auto good = std::ranges::count_if(claims, [&](const AveritecOutcome& claim) {
    return claim.label_right && claim.question_answers > threshold;
  });
  return static_cast<double>(good) / static_cast<double>(claims.size());
}

}  // namespace assay::eval
