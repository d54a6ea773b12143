#include "reasoning/inputs.h"

#include <nlohmann/json.hpp>

namespace assay::reasoning {

using core::Json;

namespace {

// When a source was retrieved says nothing about the claim: a check that was resumed later has the
// same inputs as one that was not stopped.
std::vector<core::Evidence> timeless(std::vector<core::Evidence> evidence) {
  for (auto& item : evidence) item.source.retrieved.reset();
  return evidence;
}

core::Source timeless(core::Source source) {
  source.retrieved.reset();
  return source;
}

}  // namespace

void to_json(Json& json, const PlanInput& input) {
  json = Json{{"claim", input.claim},
              {"turn", input.turn},
              {"tools", input.tools},
              {"done", input.done},
              {"evidence", timeless(input.evidence)},
              {"developments", input.developments},
              {"new_evidence", input.new_evidence}};
}

void to_json(Json& json, const SummarizeInput& input) {
  // The text is named by its hash in the source.
  json = Json{{"claim", input.claim}, {"source", timeless(input.source)}};
  if (input.picture) json["picture"] = *input.picture;
}

void to_json(Json& json, const DevelopInput& input) {
  json = Json{{"claim", input.claim}, {"evidence", timeless(input.evidence)}};
}

void to_json(Json& json, const JudgeInput& input) {
  json = Json{{"claim", input.claim},
              {"labels", input.labels.name()},
              {"evidence", timeless(input.evidence)},
              {"development", input.development},
              {"last", input.last}};
}

void to_json(Json& json, const JustifyInput& input) {
  json = Json{{"claim", input.claim},
              {"labels", input.labels.name()},
              {"evidence", timeless(input.evidence)},
              {"development", input.development},
              {"judgement", input.judgement}};
}

}  // namespace assay::reasoning
