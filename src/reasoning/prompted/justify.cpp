#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "reasoning/prompted/fence.h"
#include "reasoning/prompted/fit.h"
#include "reasoning/prompted/known.h"
#include "reasoning/prompted/prompted_stage.h"
#include "reasoning/prompted/read_answer.h"
#include "reasoning/prompted/record_text.h"

namespace assay::reasoning::prompted {
namespace {

using boost::asio::awaitable;
using core::Justification;

constexpr std::size_t longest = 12'000;  // bytes

// Prose, or the prose in a JSON object that nobody asked for.
std::string text_of(const models::ChatAnswer& answer) {
  auto prose = prose_of(answer, longest);
  if (!prose.starts_with('{') && !prose.starts_with("```")) return prose;
  for (const char* name : {"justification", "answer", "text"})
    if (const auto read = read_object(answer, {name}); read.object)
      if (auto text = text_member(*read.object, name, longest); !text.empty()) return text;
  return prose;
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
      : PromptedStage("justify", "3", {"system", "justify"}, std::move(shared),
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
        {"analysis", input.development.prose.empty() ? "" : fenced(input.development.prose)},
        {"verdict", label},
        {"key_findings", judgement.key_findings.empty() ? "" : fenced(judgement.key_findings)},
        {"reasons", list_of(judgement.reasons)},
        {"style_example", shared_.style_example.empty() ? "" : fenced(shared_.style_example)}};
    return compose_over_evidence("justify", std::move(values), input.claim, input.evidence,
                                 input.repeats, &input.development, room, blobs);
  }

  static Reading<Justification> read(const models::ChatAnswer& answer, const JustifyInput& input) {
    Reading<Justification> reading;
    if (answer.finish == models::Finish::cut || answer.text.size() > longest) {
      reading.problem = "it is too long; a few sentences are wanted";
      return reading;
    }
    auto checked = checked_references(text_of(answer), known_in(input.claim, input.evidence));
    if (bare(checked.text).empty()) {
      reading.problem = "nothing is left of it without what refers to nothing";
      return reading;
    }
    // That nothing settles the claim may be said of all of the evidence at once.
    const bool must_cite = input.judgement.verdict != core::Verdict::not_enough_evidence;
    if (checked.citations == 0 && must_cite && !input.evidence.empty()) {
      reading.problem = "it cites no evidence; cite IDs that exist in brackets, as in [" +
                        input.evidence.front().id + "]";
      return reading;
    }
    reading.form = checked.removed.empty() ? core::Form::exact : core::Form::repaired;
    reading.problem = removed_note(checked);
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
