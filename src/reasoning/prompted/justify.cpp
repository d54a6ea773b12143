#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "language/utf8.h"
#include "reasoning/prompted/fence.h"
#include "reasoning/prompted/fit.h"
#include "reasoning/prompted/prompted_stage.h"
#include "reasoning/prompted/read_answer.h"
#include "reasoning/prompted/record_text.h"
#include "reasoning/prompted/references.h"

namespace assay::reasoning::prompted {
namespace {

using boost::asio::awaitable;
using core::Justification;

constexpr std::size_t longest = 12'000;  // bytes

Known known_of(const JustifyInput& input) {
  Known known;
  known.evidence = [&input](std::string_view id) {
    return std::ranges::find(input.evidence, id, &core::Evidence::id) != input.evidence.end();
  };
  known.image = [pictures = pictures_of(input.claim, input.evidence)](int number) {
    return std::ranges::find(pictures, number, &core::Image::number) != pictures.end();
  };
  known.address = [&input](std::string_view address) {
    return std::ranges::any_of(input.evidence, [&](const core::Evidence& item) {
      return !item.source.url.empty() && item.source.url == address;
    });
  };
  return known;
}

// In words of our own, where the model gives none: what the verdict rests on, cited.
Justification plain(const JustifyInput& input, const std::string& problem) {
  Justification justification;
  justification.text = "The model wrote no justification that could be used (" + problem + ").";
  std::string cited;
  for (const auto& finding : input.development.findings)
    if (finding.stance != core::Stance::touches)
      cited += fmt::format(" By its analysis, [{}] {} the claim.", finding.evidence,
                           to_string(finding.stance));
  if (cited.empty())
    for (const auto& item : input.evidence) cited += " [" + item.id + "]";
  if (!cited.empty() && cited[1] == '[') cited = " The evidence it was given:" + cited + ".";
  justification.text += cited;
  return justification;
}

class JustifyStage : public PromptedStage<JustifyInput, Justification> {
 public:
  JustifyStage(Shared shared, Backbone backbone)
      : PromptedStage("justify", "1", {"system", "justify"}, std::move(shared),
                      std::move(backbone)) {}

  awaitable<Justification> run(JustifyInput input, Session& session) const override {
    Compose prompt = [&](Room room) { return this->prompt(input, room, session.blobs()); };
    std::string problem;
    try {
      auto answered = co_await ask_for<Justification>(
          session, backbone_, prompt,
          [&](const models::ChatAnswer& answer) { return read(answer, input); });
      if (answered.value) co_return std::move(*answered.value);
      problem = answered.problem;
    } catch (const models::ModelFailure& failure) {
      problem = failure.what();  // the verdict stands all the same
    }
    co_return plain(input, problem);
  }

 private:
  awaitable<Composed> prompt(const JustifyInput& input, Room room, const io::Blobs& blobs) const {
    const auto& judgement = input.judgement;
    const auto label =
        judgement.label.empty() ? std::string(to_string(judgement.verdict)) : judgement.label;
    Templates::Values values{
        {"claim", claim_text(input.claim)},
        {"evidence", ""},
        {"analysis", input.development.prose.empty() ? "" : fenced(input.development.prose)},
        {"verdict", label},
        {"key_findings", judgement.key_findings.empty() ? "" : fenced(judgement.key_findings)},
        {"reasons", list_of(judgement.reasons)},
        {"style_example", shared_.style_example.empty() ? "" : fenced(shared_.style_example)}};
    const auto rest = templates().fill("justify", values);
    auto fitted = fit_evidence(input.evidence, &input.development,
                               left_for_evidence(room, rest, input.claim.images.size()),
                               room.pictures && !shared_.unimodal);
    values["evidence"] = evidence_list(fitted.kept);
    auto pictures = shared_.unimodal ? input.claim.images : pictures_of(input.claim, fitted.kept);
    auto composed =
        co_await compose(templates().fill("justify", values), std::move(pictures), room, blobs);
    composed.can_shrink = !fitted.kept.empty();
    composed.dropped = std::move(fitted.dropped);
    co_return composed;
  }

  static Reading<Justification> read(const models::ChatAnswer& answer, const JustifyInput& input) {
    Reading<Justification> reading;
    if (answer.finish == models::Finish::cut || answer.text.size() > longest) {
      reading.problem = "it is too long; a few sentences are wanted";
      return reading;
    }
    auto checked = checked_references(language::to_utf8(answer.text), known_of(input));
    if (bare(checked.text).empty()) {
      reading.problem = "nothing is left of it without what refers to nothing";
      return reading;
    }
    if (checked.citations == 0 && !input.evidence.empty()) {
      reading.problem = "it cites no evidence; cite IDs that exist in brackets, as in [" +
                        input.evidence.front().id + "]";
      return reading;
    }
    reading.form = checked.removed.empty() ? core::Form::exact : core::Form::repaired;
    for (const auto& what : checked.removed)
      reading.problem +=
          (reading.problem.empty() ? "removed, for the record has no such thing: " : ", ") + what;
    reading.value = Justification{std::move(checked.text)};
    return reading;
  }
};

}  // namespace

std::shared_ptr<const Stage<JustifyInput, Justification>> justify_stage(Shared shared,
                                                                        Backbone backbone) {
  return std::make_shared<JustifyStage>(std::move(shared), std::move(backbone));
}

}  // namespace assay::reasoning::prompted
