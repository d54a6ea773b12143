#include "report/source_words.h"

#include "report/words.h"

namespace assay::report {

std::string site_words(const core::Source& source) {
  if (source.reliability.empty() || source.reliability == "unsure") return {};
  auto words = source.reliability == "fact-check" ? std::string("A fact-checking site")
                                                  : capitalized(source.reliability) + " site";
  if (!source.reliability_reason.empty()) words += ": " + source.reliability_reason;
  return words;
}

std::string origin_words(const core::SharedOrigin& origin) {
  std::string others;
  for (const auto& id : origin.evidence) others += (others.empty() ? "" : ", ") + id;
  const auto why = origin.reason.empty() ? std::string(".") : ": " + origin.reason + ".";
  if (origin.kind == "circle")
    return "Circular with " + others + ", so that together they count as one source at most" + why;
  return "One source with " + others + why;
}

std::string warning_words(const core::SuspiciousPassage& passage) {
  return "Warning: its text addresses language models (" + passage.kind +
         "). It was read as data alone";
}

std::string review_words(const core::Source& source) {
  if (!source.review) return {};
  const auto& review = *source.review;
  auto words = review.rating.empty() ? std::string("A fact-check")
                                     : "A fact-check with the rating “" + review.rating + "”";
  if (!review.claim.empty()) words += " of the claim “" + review.claim + "”";
  if (!review.claimant.empty()) words += ", made by " + review.claimant;
  return words;
}

}  // namespace assay::report
