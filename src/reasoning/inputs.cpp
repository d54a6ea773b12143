#include "reasoning/inputs.h"

#include <nlohmann/json.hpp>

namespace assay::reasoning {

using core::Json;

void to_json(Json& json, const PlanInput& input) {
  json = Json{{"claim", input.claim},       {"turn", input.turn},
              {"tools", input.tools},       {"done", input.done},
              {"evidence", input.evidence}, {"developments", input.developments},
              {"new_evidence", input.new_evidence}};
}

void to_json(Json& json, const SummarizeInput& input) {
  // The text is named by its hash in the source.
  json = Json{{"claim", input.claim}, {"source", input.source}};
}

void to_json(Json& json, const DevelopInput& input) {
  json = Json{{"claim", input.claim}, {"evidence", input.evidence}};
}

void to_json(Json& json, const JudgeInput& input) {
  json = Json{{"claim", input.claim},
              {"labels", input.labels.name()},
              {"evidence", input.evidence},
              {"development", input.development},
              {"last", input.last}};
}

void to_json(Json& json, const JustifyInput& input) {
  json = Json{{"claim", input.claim},
              {"labels", input.labels.name()},
              {"evidence", input.evidence},
              {"development", input.development},
              {"judgement", input.judgement}};
}

}  // namespace assay::reasoning
