#include <algorithm>
#include <nlohmann/json.hpp>

#include "language/fold.h"
#include "reasoning/prompted/fit.h"
#include "reasoning/prompted/known.h"
#include "reasoning/prompted/prompted_stage.h"
#include "reasoning/prompted/read_answer.h"
#include "reasoning/prompted/record_text.h"

namespace assay::reasoning::prompted {
namespace {

using boost::asio::awaitable;
using core::Development;
using core::Json;

constexpr const char* schema = R"({
  "type": "object",
  "properties": {
    "analysis": {"type": "string"},
    "findings": {"type": "array", "items": {
      "type": "object",
      "properties": {
        "evidence": {"type": "string"},
        "stance": {"type": "string", "enum": ["supports", "contradicts", "touches"]},
        "picture": {"type": "string",
                    "enum": ["same picture", "same event", "unrelated", "no picture"]}},
      "required": ["evidence", "stance", "picture"], "additionalProperties": false}},
    "missing": {"type": "array", "items": {"type": "string"}}
  },
  "required": ["analysis", "findings", "missing"], "additionalProperties": false
})";

// A stance that a model says, in the words that models use for it.
core::Stance stance_of(const std::string& said) {
  const auto word = language::fold(bare(said));
  if (const auto stance = core::stance_from_string(word)) return *stance;
  if (word.starts_with("support") || word == "confirms") return core::Stance::supports;
  if (word.starts_with("contradict") || word.starts_with("refut")) return core::Stance::contradicts;
  return core::Stance::touches;
}

// The findings about evidence that exists; what is said of other IDs is dropped.
std::vector<core::Finding> findings_of(const Json& object, const DevelopInput& input) {
  std::vector<core::Finding> findings;
  const auto list = object.find("findings");
  if (list == object.end() || !list->is_array()) return findings;
  for (const auto& one : *list) {
    core::Finding finding;
    finding.evidence = bare(text_member(one, "evidence", 20));
    const auto item = std::ranges::find(input.evidence, finding.evidence, &core::Evidence::id);
    if (item == input.evidence.end()) continue;
    finding.stance = stance_of(text_member(one, "stance", 40));
    if (!item->images.empty())
      finding.picture =
          core::picture_relation_from_string(language::fold(bare(text_member(one, "picture", 40))));
    // A model says no more than which side it sees.
    finding.strength = finding.stance == core::Stance::touches ? 0.5 : 1;
    finding.coverage = 1;
    finding.reasons = {"as the model read it"};
    findings.push_back(std::move(finding));
  }
  return findings;
}

class DevelopStage : public PromptedStage<DevelopInput, Development> {
 public:
  DevelopStage(Shared shared, Backbone backbone)
      : PromptedStage("develop", "3", {"system", "develop"}, std::move(shared),
                      std::move(backbone)) {}

  awaitable<Development> run(DevelopInput input, Session& session) const override {
    Compose prompt = [&](Room room) { return this->prompt(input, room, session.blobs()); };
    try {
      auto answered = co_await ask_for<Development>(
          session, with_schema("development", schema), prompt,
          [&](const models::ChatAnswer& answer) { return read(answer, input); });
      if (answered.value) co_return std::move(*answered.value);
    } catch (const models::ModelFailure&) {
      // The judge has the evidence all the same; if the model can't be asked at all, it says so.
    }
    co_return Development{};
  }

 private:
  awaitable<Composed> prompt(const DevelopInput& input, Room room, const io::Blobs& blobs) const {
    return compose_over_evidence("develop", {{"claim", claim_text(input.claim)}}, input.claim,
                                 input.evidence, input.repeats, nullptr, room, blobs);
  }

  static Reading<Development> read(const models::ChatAnswer& answer, const DevelopInput& input) {
    Reading<Development> reading;
    Development development;
    const auto object = read_object(answer, {"analysis"});
    if (object.object) {
      development.prose = text_member(*object.object, "analysis");
      development.findings = findings_of(*object.object, input);
      development.missing = texts_member(*object.object, "missing", 20, 1'000);
      reading.form = object.form;
    } else if (answer.finish != models::Finish::cut && answer.text.find('{') == std::string::npos) {
      // Prose alone is an analysis too; only who says what is then not known by item.
      development.prose = prose_of(answer, 20'000);
      reading.form = core::Form::repaired;
    }
    reading.problem = object.problem;
    auto checked = checked_references(development.prose, known_in(input.claim, input.evidence));
    development.prose = std::move(checked.text);
    if (!checked.removed.empty()) {
      reading.form = core::Form::repaired;
      reading.problem = removed_note(checked);
    }
    if (!development.prose.empty()) reading.value = std::move(development);
    return reading;
  }
};

}  // namespace

std::shared_ptr<const Stage<DevelopInput, Development>> develop_stage(Shared shared,
                                                                      Backbone backbone) {
  return std::make_shared<DevelopStage>(std::move(shared), std::move(backbone));
}

}  // namespace assay::reasoning::prompted
