#include "reasoning/prompted/premature.h"

#include <algorithm>

namespace assay::reasoning::prompted {
namespace {

bool is_of_claim(const core::Claim& claim, int number) {
  return std::ranges::find(claim.images, number, &core::Image::number) != claim.images.end();
}

bool found(const JudgeInput& input) {
  for (const auto& item : input.evidence) {
    if (item.source.match && is_of_claim(input.claim, item.source.match->query)) return true;
    for (const auto& image : item.images)
      if (is_of_claim(input.claim, image.number)) return true;  // the same bytes have one number
  }
  return std::ranges::any_of(input.development.findings, [](const core::Finding& finding) {
    return finding.picture == core::PictureRelation::same_picture;
  });
}

}  // namespace

std::optional<std::string> premature(const JudgeInput& input, const core::Judgement& judgement) {
  if (judgement.verdict != core::Verdict::supported || input.claim.images.empty()) return {};
  if (found(input)) return {};
  return "the claim's own picture was found nowhere, and a picture that merely fits the text "
         "supports nothing";
}

std::optional<std::string> unfounded(const core::Judgement& judgement) {
  if (judgement.verdict == core::Verdict::not_enough_evidence) return {};
  return "it had no evidence to rest that on";
}

}  // namespace assay::reasoning::prompted
