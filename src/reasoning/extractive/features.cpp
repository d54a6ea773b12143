#include "reasoning/extractive/features.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "reasoning/extractive/quantities.h"
#include "reasoning/extractive/text_view.h"

namespace assay::reasoning::extractive {
namespace {

using core::Finding;
using core::Stance;

// A source that contradicts this surely repeats the claim where it seems to support it.
constexpr double surely = 0.5;

struct Strengths {
  double supports = 0;
  double contradicts = 0;
};

// Sources weaker than this add nothing to another: a hundred hints are no proof.
constexpr double adds_up = 0.4;

// What several independent sources come to together.
double together(const std::map<std::string, Strengths>& sources, double Strengths::* which) {
  double strongest = 0;
  double doubt = 1;
  for (const auto& [id, strengths] : sources) {
    const double strength = std::min(0.97, strengths.*which);
    strongest = std::max(strongest, strength);
    if (strength >= adds_up) doubt *= 1 - strength;
  }
  return std::max(strongest, 1 - doubt);
}

bool about(const Finding& finding, std::optional<std::size_t> part) {
  return !part || !finding.part || finding.part == part;
}

// For each item of evidence the item that stands for its source: the same one for items that print
// one text, and for those that only cite each other.
using Sources = std::map<std::string, std::string>;

std::string source_of(const Sources& sources, const std::string& id) {
  const auto found = sources.find(id);
  return found == sources.end() ? id : found->second;
}

Sources sources_of(std::span<const core::Evidence> evidence) {
  Sources sources;
  for (const auto& item : evidence) sources.emplace(item.id, item.id);
  for (const auto& item : evidence)
    for (const auto& origin : item.shared_origins)
      for (const auto& other : origin.evidence) {
        const auto one = source_of(sources, item.id);
        const auto same = source_of(sources, other);
        for (auto& [id, source] : sources)
          if (source == same) source = one;
      }
  return sources;
}

// The strongest findings of each source about a part.
std::map<std::string, Strengths> by_source(const core::Development& development,
                                           const Sources& same, std::optional<std::size_t> part) {
  std::map<std::string, Strengths> sources;
  for (const auto& finding : development.findings) {
    if (finding.stance == Stance::touches || finding.strength < least_strength) continue;
    if (!about(finding, part)) continue;
    auto& source = sources[source_of(same, finding.evidence)];
    auto& side = finding.stance == Stance::supports ? source.supports : source.contradicts;
    side = std::max(side, std::min(finding.strength, 1.0));
  }
  return sources;
}

double mixed_of(const std::map<std::string, Strengths>& sources) {
  double strongest = 0;
  for (const auto& [id, source] : sources)
    strongest = std::max(strongest, std::min(source.supports, source.contradicts));
  return strongest;
}

void drop_repetitions(std::map<std::string, Strengths>& sources) {
  for (auto& [id, source] : sources)
    if (source.contradicts >= surely) source.supports *= 1 - source.contradicts;
}

double conflict_of(const std::map<std::string, Strengths>& sources) {
  double strongest = 0;
  for (const auto& [id, a] : sources)
    for (const auto& [other, b] : sources)
      if (id != other) strongest = std::max(strongest, std::min(a.supports, b.contradicts));
  return strongest;
}

bool holds_quantity(std::string_view text) {
  return std::ranges::any_of(find_quantities(text, {}), [](const Quantity& quantity) {
    return quantity.dimension != Dimension::ordinal;
  });
}

double numeric(const core::Claim& claim, std::span<const core::Evidence> evidence) {
  if (!holds_quantity(claim_text(claim))) return 0;
  for (const auto& item : evidence)
    for (const auto& quotation : item.quotations)
      if (holds_quantity(quotation.text)) return 1;
  return 0;
}

}  // namespace

Tally tally(const core::Claim& claim, std::span<const core::Evidence> evidence,
            const core::Development& development) {
  Tally result;
  result.findings = development.findings.size();
  std::set<std::optional<std::size_t>> parts;
  std::size_t contradicting = 0;
  for (const auto& finding : development.findings) {
    result.coverage = std::max(result.coverage, std::clamp(finding.coverage, 0.0, 1.0));
    if (finding.part) parts.insert(finding.part);
    contradicting += finding.stance == Stance::contradicts && finding.strength >= least_strength;
  }
  if (parts.empty()) parts.insert(std::nullopt);
  result.supports = 1;
  const auto same = sources_of(evidence);
  for (const auto& part : parts) {
    auto sources = by_source(development, same, part);
    result.mixed = std::max(result.mixed, mixed_of(sources));
    drop_repetitions(sources);
    const double supports = together(sources, &Strengths::supports);
    const double contradicts = together(sources, &Strengths::contradicts);
    result.supports = std::min(result.supports, supports);
    if (contradicts >= result.contradicts) {
      result.contradicts = contradicts;
      result.opposed_support = supports;
    }
    result.conflict = std::max(result.conflict, conflict_of(sources));
  }
  // A compound claim of which a part is not settled is not yet backed.
  const auto& missing = development.missing;
  const bool open_part = !missing.empty() && missing.front() != claim_text(claim);
  if (open_part) result.supports *= 0.4;
  if (result.findings > 0)
    result.contradicting_share =
        static_cast<double>(contradicting) / static_cast<double>(result.findings);
  result.numeric = numeric(claim, evidence);
  result.picture_open = !claim.images.empty() &&
                        std::ranges::none_of(development.findings, [](const Finding& finding) {
                          return finding.picture == core::PictureRelation::same_picture &&
                                 finding.stance == Stance::supports && finding.strength >= adds_up;
                        });
  return result;
}

Features features_of(const Tally& tally) {
  return {tally.supports, tally.contradicts, tally.coverage, tally.contradicting_share,
          tally.conflict, tally.mixed,       tally.numeric};
}

}  // namespace assay::reasoning::extractive
