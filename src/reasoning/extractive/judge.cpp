#include <fmt/format.h>

#include <algorithm>

#include "reasoning/extractive/judge_model.h"
#include "reasoning/extractive/reasons.h"
#include "reasoning/extractive/stages.h"

namespace assay::reasoning::extractive {
namespace {

using core::Finding;
using core::Judgement;
using core::Label;
using core::LabelSpace;
using core::Stance;
using core::Verdict;

std::size_t labels_for(const LabelSpace& space, Verdict verdict) {
  return static_cast<std::size_t>(std::ranges::count(space.labels(), verdict, &Label::verdict));
}

// Where the space has no label for "conflicting", sources that disagree settle nothing.
Choice within(const LabelSpace& space, Choice choice) {
  if (space.for_verdict(choice.verdict) != nullptr) return choice;
  choice.verdict = Verdict::not_enough_evidence;
  return choice;
}

// The last turn of a space without "not enough": the likelier of what it has. Lack of evidence is
// no refutation, so without a lean the claim is given the benefit of the doubt.
Choice forced(const LabelSpace& space, const Tally& tally) {
  const bool refute = tally.contradicts > tally.supports && space.for_verdict(Verdict::refuted);
  const double lean =
      std::max(tally.contradicts, tally.supports) - std::min(tally.contradicts, tally.supports);
  Choice choice{refute ? Verdict::refuted : Verdict::supported, 0.5 + 0.4 * lean};
  if (space.for_verdict(choice.verdict) == nullptr && !space.labels().empty()) {
    choice.verdict = space.labels().front().verdict;
    choice.probability = 0.5;
  }
  return choice;
}

std::string reason_of(const Finding& finding) {
  const auto reason = telling_reason(finding);
  if (!reason.empty() || finding.reasons.empty()) return reason;
  return finding.reasons.front();
}

const Finding* strongest(const core::Development& development, Stance stance) {
  const Finding* best = nullptr;
  for (const auto& finding : development.findings)
    if (finding.stance == stance && (best == nullptr || finding.strength > best->strength))
      best = &finding;
  return best;
}

void tell(const JudgeInput& input, const Tally& tally, Judgement& judgement) {
  auto& reasons = judgement.reasons;
  if (tally.findings == 0) {
    reasons.emplace_back("no evidence was found");
    return;
  }
  reasons.push_back(
      fmt::format("support {:.2f}, contradiction {:.2f}, conflict {:.2f}, coverage {:.2f}",
                  tally.supports, tally.contradicts, tally.conflict, tally.coverage));
  for (const auto stance : {Stance::supports, Stance::contradicts}) {
    const auto* finding = strongest(input.development, stance);
    if (finding == nullptr || finding->strength < least_strength) continue;
    reasons.push_back(fmt::format("{} {} it ({:.2f}): {}", finding->evidence, to_string(stance),
                                  finding->strength, reason_of(*finding)));
  }
  if (tally.picture_open && judgement.verdict == Verdict::not_enough_evidence)
    reasons.emplace_back(
        "no page that shows the claim's picture says of it what the claim says, so nothing backs "
        "it");
  if (judgement.verdict == Verdict::not_enough_evidence)
    for (const auto& part : input.development.missing) reasons.push_back("not settled: " + part);
}

void key_findings(const JudgeInput& input, const Tally& tally, Judgement& judgement) {
  if (tally.findings == 0) {
    judgement.key_findings = "No evidence was found.";
    return;
  }
  for (const auto stance : {Stance::supports, Stance::contradicts})
    if (const auto* finding = strongest(input.development, stance);
        finding != nullptr && finding->strength >= least_strength)
      judgement.key_findings += fmt::format("{} {} the claim: {}. ", finding->evidence,
                                            to_string(stance), reason_of(*finding));
  if (judgement.key_findings.empty())
    judgement.key_findings = "The evidence touches the claim and takes no side.";
}

}  // namespace

core::Judgement judge(const JudgeInput& input) {
  const auto tally = extractive::tally(input.claim, input.evidence, input.development);
  const bool fitted = input.labels.name() == "averitec";
  auto choice =
      within(input.labels, fitted ? choose(fitted_judge(), tally) : choose_general(tally));
  const bool open = choice.verdict == Verdict::not_enough_evidence && !input.labels.can_abstain();
  if (open && input.last) choice = forced(input.labels, tally);

  Judgement judgement;
  judgement.verdict = choice.verdict;
  judgement.confidence = std::clamp(choice.probability, 0.0, 1.0);
  if (const auto* label = input.labels.for_verdict(choice.verdict)) {
    judgement.label = label->name;
    // Which of several labels for one verdict is right, the text alone does not say.
    judgement.confidence /=
        static_cast<double>(std::max<std::size_t>(labels_for(input.labels, choice.verdict), 1));
  }
  tell(input, tally, judgement);
  key_findings(input, tally, judgement);
  return judgement;
}

}  // namespace assay::reasoning::extractive
