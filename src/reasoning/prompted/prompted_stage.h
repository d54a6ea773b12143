#pragma once
#include <boost/asio/awaitable.hpp>
#include <functional>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "reasoning/prompted/ask.h"
#include "reasoning/prompted/fit.h"
#include "reasoning/prompted/record_text.h"
#include "reasoning/prompted/stages.h"

namespace assay::reasoning::prompted {

// A hash of what else shapes the answers: the parameters, and the ablations.
std::string options_of(const Shared& shared, const Backbone& backbone);

// The part of the room that is left for evidence beside the rest of a prompt.
std::int64_t left_for_evidence(const Room& room, std::string_view rest, std::size_t pictures);

// What the prompted stages have in common: who they are, and how their prompts are put together.
template <class In, class Out>
class PromptedStage : public Stage<In, Out> {
 public:
  StageIdentity identity() const override { return identity_; }

 protected:
  // `version` is raised whenever the stage's code would answer otherwise; `prompts` are the files
  // that its prompt is made of.
  PromptedStage(std::string name, std::string version,
                std::initializer_list<std::string_view> prompts, Shared shared, Backbone backbone)
      : shared_(std::move(shared)), backbone_(std::move(backbone)) {
    identity_ = {std::move(name), std::move(version), backbone_.model->name(),
                 shared_.templates->version(prompts), options_of(shared_, backbone_)};
  }

  // The system message and the stage's own, with the pictures at their places.
  boost::asio::awaitable<Composed> compose(std::string text, std::vector<core::Image> pictures,
                                           Room room, const io::Blobs& blobs) const {
    Composed composed;
    composed.messages.push_back(
        text_message(models::Role::system, shared_.templates->text("system")));
    composed.messages.push_back(co_await user_message(std::move(text), std::move(pictures), room,
                                                      blobs, *shared_.pictures));
    co_return composed;
  }

  // The prompt of that name with as much of the evidence as there is room for, and its pictures (in
  // the ablation the claim's alone). `tell_of_none`: says so where there is no evidence.
  boost::asio::awaitable<Composed> compose_over_evidence(
      std::string_view prompt, Templates::Values values, const core::Claim& claim,
      const std::vector<core::Evidence>& evidence, const std::vector<core::Repeat>& repeats,
      const core::Development* development, Room room, const io::Blobs& blobs,
      bool tell_of_none = true) const {
    values["evidence"].clear();
    const auto rest = templates().fill(prompt, values);
    auto fitted =
        fit_evidence(evidence, development, left_for_evidence(room, rest, claim.images.size()),
                     room.pictures && !shared_.unimodal, repeats);
    if (tell_of_none || !evidence.empty()) values["evidence"] = evidence_list(fitted.kept, repeats);
    auto pictures = shared_.unimodal ? claim.images : pictures_of(claim, fitted.kept);
    auto composed =
        co_await compose(templates().fill(prompt, values), std::move(pictures), room, blobs);
    composed.can_shrink = !fitted.kept.empty();
    composed.dropped = std::move(fitted.dropped);
    co_return composed;
  }

  // The form of the answer, for servers that can be held to it.
  Backbone with_schema(const char* name, const char* schema) const {
    auto backbone = backbone_;
    backbone.options.schema = models::AnswerSchema{name, schema};
    return backbone;
  }

  const Templates& templates() const { return *shared_.templates; }

  Shared shared_;
  Backbone backbone_;

 private:
  StageIdentity identity_;
};

}  // namespace assay::reasoning::prompted
