#include <nlohmann/json.hpp>

#include "reasoning/prompted/prompted_stage.h"
#include "reasoning/prompted/read_label.h"
#include "reasoning/prompted/record_text.h"

namespace assay::reasoning::prompted {
namespace {

using boost::asio::awaitable;
using core::Judgement;

class BaselineStage : public PromptedStage<BaselineInput, Judgement> {
 public:
  BaselineStage(const char* name, bool reasons, Shared shared, Backbone backbone)
      : PromptedStage(name, "3",
                      {"system", name, "rules_averitec_judge", "rules_verite_judge",
                       "rules_newsclippings_judge", "rules_rwpost_judge"},
                      std::move(shared), std::move(backbone)),
        name_(name),
        reasons_(reasons) {}

  awaitable<Judgement> run(BaselineInput input, Session& session) const override {
    const bool may_abstain = input.labels.can_abstain();
    const auto form = judgement_schema(input.labels, may_abstain, reasons_);
    Compose prompt = [&](Room room) { return this->prompt(input, room, session.blobs()); };
    auto answered =
        co_await ask_for<Judgement>(session, with_schema("judgement", form.c_str()), prompt,
                                    [&](const models::ChatAnswer& answer) {
                                      return read_cited_judgement(answer, input.labels, may_abstain,
                                                                  input.claim, input.evidence);
                                    });
    if (!answered.value) co_return no_judgement(input.labels, answered.problem);
    co_return std::move(*answered.value);
  }

 private:
  awaitable<Composed> prompt(const BaselineInput& input, Room room, const io::Blobs& blobs) const {
    const Templates::Values values{
        {"claim", claim_text(input.claim)},
        {"options", options_text(input.labels)},
        {"rules", templates().text("rules_" + input.labels.name() + "_judge")}};
    constexpr bool tell_of_none = false;
    co_return co_await compose_over_evidence(name_, values, input.claim, input.evidence, {},
                                             nullptr, room, blobs, tell_of_none);
  }

  std::string name_;
  bool reasons_;
};

}  // namespace

std::shared_ptr<const Stage<BaselineInput, Judgement>> direct_stage(Shared shared,
                                                                    Backbone backbone) {
  return std::make_shared<BaselineStage>("direct", false, std::move(shared), std::move(backbone));
}

std::shared_ptr<const Stage<BaselineInput, Judgement>> cot_stage(Shared shared, Backbone backbone) {
  return std::make_shared<BaselineStage>("cot", true, std::move(shared), std::move(backbone));
}

}  // namespace assay::reasoning::prompted
