#include <algorithm>
#include <nlohmann/json.hpp>

#include "reasoning/prompted/fence.h"
#include "reasoning/prompted/fit.h"
#include "reasoning/prompted/premature.h"
#include "reasoning/prompted/prompted_stage.h"
#include "reasoning/prompted/read_label.h"
#include "reasoning/prompted/record_text.h"

namespace assay::reasoning::prompted {
namespace {

using boost::asio::awaitable;
using core::Judgement;

// In a space without "not enough" the last turn must choose; then the doubt is in the confidence.
constexpr double confidence_of_doubt = 0.1;
constexpr double confidence_of_guard = 0.5;  // that the evidence is not enough

class JudgeStage : public PromptedStage<JudgeInput, Judgement> {
 public:
  JudgeStage(Shared shared, Backbone backbone)
      : PromptedStage("judge", "3",
                      {"system", "judge", "rules_averitec_judge", "rules_verite_judge",
                       "rules_newsclippings_judge", "rules_rwpost_judge"},
                      std::move(shared), std::move(backbone)) {}

  awaitable<Judgement> run(JudgeInput input, Session& session) const override {
    const bool may_abstain = input.labels.can_abstain() || !input.last;
    const auto form = judgement_schema(input.labels, may_abstain, true);
    std::size_t shown = 0;  // items of evidence in the last prompt
    Compose prompt = [&](Room room) { return this->prompt(input, room, session.blobs(), shown); };
    Answered<Judgement> answered;
    try {
      answered = co_await ask_for<Judgement>(session, with_schema("judgement", form.c_str()),
                                             prompt, [&](const models::ChatAnswer& answer) {
                                               return read_cited_judgement(answer, input.labels,
                                                                           may_abstain, input.claim,
                                                                           input.evidence);
                                             });
    } catch (const DeadlineReached& reached) {
      answered.problem = reached.what();
    }
    if (!answered.value) co_return no_judgement(input.labels, answered.problem);
    co_return guarded(input, std::move(*answered.value), may_abstain, shown);
  }

 private:
  static Judgement guarded(const JudgeInput& input, Judgement judgement, bool may_abstain,
                           std::size_t shown) {
    auto why = shown == 0 ? unfounded(judgement) : std::nullopt;
    if (!why) why = premature(input, judgement);
    if (!why) return judgement;
    judgement.reasons.push_back("the model judged `" + judgement.label + "`, but " + *why);
    if (may_abstain) {
      const auto* label = input.labels.for_verdict(core::Verdict::not_enough_evidence);
      judgement.verdict = core::Verdict::not_enough_evidence;
      judgement.label = label != nullptr ? label->name : "";
      judgement.confidence = confidence_of_guard;
    } else {
      judgement.confidence = std::min(judgement.confidence, confidence_of_doubt);
    }
    return judgement;
  }

  awaitable<Composed> prompt(const JudgeInput& input, Room room, const io::Blobs& blobs,
                             std::size_t& shown) const {
    auto options = options_text(input.labels);
    if (!input.last && !input.labels.can_abstain())
      options += "- `" + std::string(undecided) +
                 "`: What was found so far does not settle it; "
                 "the search goes on.\n";
    Templates::Values values{
        {"claim", claim_text(input.claim)},
        {"analysis", input.development.prose.empty() ? "" : fenced(input.development.prose)},
        {"missing", list_of(input.development.missing)},
        {"options", options},
        {"rules", templates().text("rules_" + input.labels.name() + "_judge")},
        {"picture_rule", input.claim.images.empty() ? "" : "yes"},
        {"last", input.last ? "yes" : ""}};
    auto composed =
        co_await compose_over_evidence("judge", std::move(values), input.claim, input.evidence,
                                       input.repeats, &input.development, room, blobs);
    shown = input.evidence.size() - composed.dropped.size();  // items are dropped whole
    co_return composed;
  }
};

}  // namespace

std::shared_ptr<const Stage<JudgeInput, Judgement>> judge_stage(Shared shared, Backbone backbone) {
  return std::make_shared<JudgeStage>(std::move(shared), std::move(backbone));
}

}  // namespace assay::reasoning::prompted
