#include "reasoning/prompted/premature.h"

#include <algorithm>

namespace assay::reasoning::prompted {
namespace {

// Was this picture of the claim found by a search, or its bytes on a page?
bool found(const JudgeInput& input, int number) {
  return std::ranges::any_of(input.evidence, [&](const core::Evidence& item) {
    if (item.source.match && item.source.match->query == number) return true;
    return std::ranges::find(item.images, number, &core::Image::number) != item.images.end();
  });
}

// A comparison says that a picture is the same, and not as which; of one picture that is clear.
bool compared(const JudgeInput& input) {
  return input.claim.images.size() == 1 &&
         std::ranges::any_of(input.development.findings, [](const core::Finding& finding) {
           return finding.picture == core::PictureRelation::same_picture;
         });
}

bool all_found(const JudgeInput& input) {
  return compared(input) || std::ranges::all_of(input.claim.images, [&](const core::Image& image) {
           return found(input, image.number);
         });
}

}  // namespace

std::optional<std::string> premature(const JudgeInput& input, const core::Judgement& judgement) {
  if (judgement.verdict != core::Verdict::supported || input.claim.images.empty()) return {};
  if (all_found(input)) return {};
  const std::string what = input.claim.images.size() == 1
                               ? "the claim's own picture was found nowhere"
                               : "not each of the claim's own pictures was found";
  return what + ", and a picture that merely fits the text supports nothing";
}

std::optional<std::string> unfounded(const core::Judgement& judgement) {
  if (judgement.verdict == core::Verdict::not_enough_evidence) return {};
  return "it had no evidence to rest that on";
}

}  // namespace assay::reasoning::prompted
