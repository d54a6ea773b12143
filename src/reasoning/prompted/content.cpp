#include <nlohmann/json.hpp>

#include "reasoning/prompted/fence.h"
#include "reasoning/prompted/fit.h"
#include "reasoning/prompted/prompted_stage.h"
#include "reasoning/prompted/read_answer.h"
#include "reasoning/prompted/record_text.h"

namespace assay::reasoning::prompted {
namespace {

using boost::asio::awaitable;

constexpr std::size_t most_claims = 20;
constexpr std::size_t longest_claim = 1'000;  // bytes

constexpr const char* interpret_schema = R"({
  "type": "object",
  "properties": {"topic": {"type": "string"}, "interpretation": {"type": "string"}},
  "required": ["topic", "interpretation"], "additionalProperties": false
})";
constexpr const char* decompose_schema = R"({
  "type": "object",
  "properties": {"claims": {"type": "array", "items": {"type": "string"}}},
  "required": ["claims"], "additionalProperties": false
})";
constexpr const char* decontextualize_schema = R"({
  "type": "object",
  "properties": {"claim": {"type": "string"}, "check_worthy": {"type": "boolean"}},
  "required": ["claim", "check_worthy"], "additionalProperties": false
})";

std::string content_text(const Content& content) {
  core::Claim claim;
  claim.text = content.text;
  claim.images = content.images;
  claim.date = content.date;
  claim.speaker = content.author;
  claim.origin = content.url;
  return claim_text(claim);
}

std::string about(const Interpretation& interpretation) {
  return fenced(interpretation.topic + "\n" + interpretation.text);
}

// The three steps differ in their prompt's values and in what they read from the answer.
template <class In, class Out>
class ContentStage : public PromptedStage<In, Out> {
 public:
  using Base = PromptedStage<In, Out>;

  ContentStage(const char* name, const char* schema, Shared shared, Backbone backbone)
      : Base(name, "2", {"system", name}, std::move(shared), std::move(backbone)),
        name_(name),
        schema_(schema) {}

  awaitable<Out> run(In input, Session& session) const override {
    Compose prompt = [&](Room room) { return this->prompt(input, room, session.blobs()); };
    auto answered =
        co_await ask_for<Out>(session, this->with_schema(name_, schema_), prompt,
                              [&](const models::ChatAnswer& answer) { return this->read(answer); });
    if (answered.value) co_return std::move(*answered.value);
    co_return this->fallback(input);
  }

 protected:
  virtual Templates::Values values(const In& input) const = 0;
  virtual Reading<Out> read(const models::ChatAnswer& answer) const = 0;
  virtual Out fallback(const In& input) const = 0;

 private:
  awaitable<Composed> prompt(const In& input, Room room, const io::Blobs& blobs) const {
    // A text that is too long is read as far as it fits, its last sentences left out whole.
    auto content = input.content;
    std::vector<std::string> dropped;
    const auto rest = this->templates().fill(name_, values(with(input, {})));
    const auto left = left_for_evidence(room, rest, content.images.size());
    const auto whole = content.text.to_string();
    if (estimated_tokens(whole) > left) {
      core::Claim none;
      auto fitted = fit_text(whole, none, left);
      content.text = core::MultimodalText(fitted.text);
      dropped = std::move(fitted.dropped);
    }
    const auto text = this->templates().fill(name_, values(with(input, content.text)));
    auto composed = co_await this->compose(text, content.images, room, blobs);
    composed.dropped = std::move(dropped);
    co_return composed;
  }

  static In with(In input, core::MultimodalText text) {
    input.content.text = std::move(text);
    return input;
  }

  const char* name_;
  const char* schema_;
};

class Interpret : public ContentStage<InterpretInput, Interpretation> {
 public:
  Interpret(Shared shared, Backbone backbone)
      : ContentStage("interpret", interpret_schema, std::move(shared), std::move(backbone)) {}

 private:
  Templates::Values values(const InterpretInput& input) const override {
    return {{"content", content_text(input.content)}};
  }
  Reading<Interpretation> read(const models::ChatAnswer& answer) const override {
    const auto object = read_object(answer, {"interpretation"});
    if (!object.object) return {std::nullopt, core::Form::unusable, object.problem};
    return {Interpretation{text_member(*object.object, "topic", 1'000),
                           text_member(*object.object, "interpretation", 4'000)},
            object.form,
            {}};
  }
  Interpretation fallback(const InterpretInput&) const override { return {}; }
};

class Decompose : public ContentStage<DecomposeInput, std::vector<std::string>> {
 public:
  Decompose(Shared shared, Backbone backbone)
      : ContentStage("decompose", decompose_schema, std::move(shared), std::move(backbone)) {}

 private:
  Templates::Values values(const DecomposeInput& input) const override {
    return {{"content", content_text(input.content)},
            {"interpretation", about(input.interpretation)},
            {"most", std::to_string(most_claims)}};
  }
  Reading<std::vector<std::string>> read(const models::ChatAnswer& answer) const override {
    const auto object = read_object(answer, {"claims"});
    if (!object.object) return {std::nullopt, core::Form::unusable, object.problem};
    return {texts_member(*object.object, "claims", most_claims, longest_claim), object.form, {}};
  }
  std::vector<std::string> fallback(const DecomposeInput&) const override { return {}; }
};

class Decontextualize : public ContentStage<DecontextualizeInput, StandaloneClaim> {
 public:
  Decontextualize(Shared shared, Backbone backbone)
      : ContentStage("decontextualize", decontextualize_schema, std::move(shared),
                     std::move(backbone)) {}

 private:
  Templates::Values values(const DecontextualizeInput& input) const override {
    return {{"content", content_text(input.content)},
            {"interpretation", about(input.interpretation)},
            {"claim", fenced(input.claim, input.content.images)}};
  }
  Reading<StandaloneClaim> read(const models::ChatAnswer& answer) const override {
    const auto object = read_object(answer, {"claim"});
    if (!object.object) return {std::nullopt, core::Form::unusable, object.problem};
    StandaloneClaim claim{text_member(*object.object, "claim", longest_claim),
                          flag_member(*object.object, "check_worthy").value_or(true)};
    if (claim.text.empty()) return {std::nullopt, core::Form::unusable, "the claim is empty"};
    return {std::move(claim), object.form, {}};
  }
  StandaloneClaim fallback(const DecontextualizeInput& input) const override {
    return {input.claim, true};
  }
};

}  // namespace

std::shared_ptr<const Stage<InterpretInput, Interpretation>> interpret_stage(Shared shared,
                                                                             Backbone backbone) {
  return std::make_shared<Interpret>(std::move(shared), std::move(backbone));
}

std::shared_ptr<const Stage<DecomposeInput, std::vector<std::string>>> decompose_stage(
    Shared shared, Backbone backbone) {
  return std::make_shared<Decompose>(std::move(shared), std::move(backbone));
}

std::shared_ptr<const Stage<DecontextualizeInput, StandaloneClaim>> decontextualize_stage(
    Shared shared, Backbone backbone) {
  return std::make_shared<Decontextualize>(std::move(shared), std::move(backbone));
}

}  // namespace assay::reasoning::prompted
