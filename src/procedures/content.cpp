#include "procedures/content.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "language/fold.h"
#include "language/sketch.h"
#include "procedures/step.h"

namespace assay::procedures {
namespace {

using boost::asio::awaitable;
using core::EntryType;

constexpr std::size_t at_once = 16;

// The claim's text with the pictures that it names numbered from 1, and these.
core::Claim claim_with_pictures(const std::string& text, const reasoning::Content& content) {
  core::Claim claim;
  std::map<int, int> numbers;
  const core::MultimodalText named(text);
  for (const auto& part : named.parts()) {
    if (const auto* words = std::get_if<std::string>(&part)) {
      claim.text.append(*words);
      continue;
    }
    const auto reference = std::get<core::ImageRef>(part);
    const auto image = std::ranges::find(content.images, reference.number, &core::Image::number);
    if (image == content.images.end()) continue;  // the model made it up
    const auto [place, fresh] =
        numbers.emplace(reference.number, static_cast<int>(numbers.size()) + 1);
    if (fresh) {
      claim.images.push_back(*image);
      claim.images.back().number = place->second;
    }
    claim.text.append(core::ImageRef{place->second});
  }
  claim.date = content.date;
  claim.speaker = content.author;
  claim.origin = content.url;
  return claim;
}

// Which of the claims says the same; its id, or nothing.
const core::Claim* same_claim(const std::vector<core::Claim>& claims, const core::Claim& claim) {
  const auto text = claim.text.to_string();
  const language::Sketch sketch(text);
  for (const auto& one : claims) {
    const auto other = one.text.to_string();
    if (language::fold(other) == language::fold(text) ||
        sketch.nearly_same(language::Sketch(other)))
      return &one;
  }
  return nullptr;
}

core::ContentClaims collected(const std::vector<reasoning::StandaloneClaim>& found,
                              const reasoning::Content& content) {
  core::ContentClaims all;
  for (const auto& one : found) {
    auto claim = claim_with_pictures(one.text, content);
    if (!one.check_worthy) {
      all.left_out.push_back({one.text, "not worth checking"});
    } else if (claim.text.plain().find_first_not_of(" \t\n") == std::string::npos) {
      all.left_out.push_back({one.text, "it says nothing in words"});
    } else if (const auto* same = same_claim(all.claims, claim)) {
      all.left_out.push_back({one.text, "repeats " + same->id});
    } else {
      claim.id = "C" + std::to_string(all.claims.size() + 1);
      all.claims.push_back(std::move(claim));
    }
  }
  return all;
}

}  // namespace

awaitable<core::ContentClaims> claims_of(io::RecordFile& record, reasoning::StageSet stages,
                                         reasoning::Content content, Watch watch) {
  const auto from = record.record().entries().size();
  watch("interpret", "");
  reasoning::InterpretInput interpret{content};
  const reasoning::Interpretation about = co_await record.step(
      EntryType::interpretation, step_of(stages.interpret, record, 1, 0, std::move(interpret)));
  watch("decompose", "");
  reasoning::DecomposeInput decompose{content, about};
  const std::vector<std::string> parts = co_await record.step(
      EntryType::decomposition, step_of(stages.decompose, record, 1, 0, std::move(decompose)));
  watch("decontextualize", std::to_string(parts.size()) + " claims");
  std::vector<io::Step<reasoning::StandaloneClaim>> steps;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    reasoning::DecontextualizeInput input{content, about, parts[i]};
    steps.push_back(step_of(stages.decontextualize, record, 1, i, std::move(input)));
  }
  const auto found = co_await record.steps(EntryType::standalone, std::move(steps), at_once);
  warn_of_calls(record, from);
  auto claims = collected(found, content);
  record.append(EntryType::content_claims, claims);
  co_return claims;
}

awaitable<core::ContentClaims> claims_of_page(io::RecordFile& record, reasoning::StageSet stages,
                                              reasoning::ExtractInput page, core::Claim context,
                                              std::size_t most, Watch watch) {
  const auto from = record.record().entries().size();
  watch("extract", "");
  const std::vector<reasoning::ExtractedClaim> found = co_await record.step(
      EntryType::extraction, step_of(stages.extract, record, 1, 0, std::move(page)));
  warn_of_calls(record, from);
  core::ContentClaims claims;
  for (const auto& one : found) {
    auto claim = context;
    claim.text = core::MultimodalText(one.text);
    if (const auto* same = same_claim(claims.claims, claim)) {
      claims.left_out.push_back({one.text, "repeats " + same->id});
    } else if (claims.claims.size() == most) {
      claims.left_out.push_back({one.text, std::string(beyond_number)});
    } else {
      claim.id = "C" + std::to_string(claims.claims.size() + 1);
      claims.claims.push_back(std::move(claim));
    }
  }
  record.append(EntryType::content_claims, claims);
  co_return claims;
}

namespace {

std::string main_claim_reason(core::Verdict verdict) {
  using core::Verdict;
  switch (verdict) {
    case Verdict::supported:
      return "The main claim of the text is supported; its further ones were not checked.";
    case Verdict::refuted:
      return "The main claim of the text is refuted; its further ones were not checked.";
    case Verdict::conflicting:
      return "On the main claim of the text the evidence conflicts; its further ones were not "
             "checked.";
    case Verdict::not_enough_evidence:
      break;
  }
  return "For the main claim of the text there is not enough evidence; its further ones were not "
         "checked.";
}

}  // namespace

core::Overall overall_of(const std::vector<CheckedClaim>& claims, std::size_t unchecked) {
  using core::Verdict;
  core::Overall overall;
  const auto count = [&](Verdict verdict) {
    return std::ranges::count(claims, verdict, &CheckedClaim::verdict);
  };
  if (claims.empty()) {
    overall.reason = "The text claims nothing that could be checked.";
    return overall;
  }
  overall.confidence = std::ranges::min(claims, {}, &CheckedClaim::confidence).confidence;
  if (claims.size() == 1 && unchecked > 0) {
    overall.verdict = claims.front().verdict;
    overall.reason = main_claim_reason(overall.verdict);
    return overall;
  }
  const auto all = std::to_string(claims.size()) +
                   (unchecked > 0 ? " checked claims of the text" : " claims of the text");
  if (const auto refuted = count(Verdict::refuted); refuted > 0) {
    overall.verdict = Verdict::refuted;
    overall.confidence = 0;
    for (const auto& claim : claims)
      if (claim.verdict == Verdict::refuted)
        overall.confidence = std::max(overall.confidence, claim.confidence);
    overall.reason =
        std::to_string(refuted) + " of " + all + " " + (refuted == 1 ? "is" : "are") + " refuted.";
  } else if (count(Verdict::supported) == static_cast<std::ptrdiff_t>(claims.size())) {
    overall.verdict = Verdict::supported;
    overall.reason = "All " + all + " are supported.";
  } else if (const auto conflicting = count(Verdict::conflicting); conflicting > 0) {
    overall.verdict = Verdict::conflicting;
    overall.reason = "On " + std::to_string(conflicting) + " of " + all +
                     " the evidence conflicts, and none is refuted.";
  } else {
    overall.reason = "For " + std::to_string(count(Verdict::not_enough_evidence)) + " of " + all +
                     " there is not enough evidence, and none is refuted.";
  }
  return overall;
}

}  // namespace assay::procedures
