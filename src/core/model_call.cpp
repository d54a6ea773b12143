#include "assay/core/model_call.h"

#include "core/json_fields.h"

namespace assay::core {

std::string_view to_string(Form form) {
  switch (form) {
    case Form::exact:
      return "exact";
    case Form::repaired:
      return "repaired";
    case Form::unusable:
      break;
  }
  return "unusable";
}

void to_json(Json& json, const ModelCall& call) {
  json = Json{{"model", call.model}, {"form", std::string(to_string(call.form))}};
  put(json, "answered_by", call.answered_by);
  if (!call.parameters.empty()) json["parameters"] = Json::parse(call.parameters);
  put(json, "prompt", call.prompt);
  put(json, "purpose", call.purpose);
  put(json, "answer", call.answer);
  put(json, "thinking", call.thinking);
  put(json, "finish", call.finish);
  put(json, "error", call.error);
  put(json, "error_kind", call.error_kind);
  put(json, "problem", call.problem);
  put(json, "dropped", call.dropped);
  json["tokens"] =
      Json{{"in", call.tokens_in}, {"cached", call.tokens_cached}, {"out", call.tokens_out}};
  put(json, "cost", call.cost);
  json["seconds"] = call.seconds;
  json["tries"] = call.tries;
  if (call.from_cache) json["from_cache"] = true;
}

void from_json(const Json& json, ModelCall& call) {
  take(json, "model", call.model);
  take(json, "answered_by", call.answered_by);
  if (const auto* parameters = field(json, "parameters")) call.parameters = parameters->dump();
  take(json, "prompt", call.prompt);
  take(json, "purpose", call.purpose);
  take(json, "answer", call.answer);
  take(json, "thinking", call.thinking);
  take(json, "finish", call.finish);
  take(json, "error", call.error);
  take(json, "error_kind", call.error_kind);
  std::string form;
  take(json, "form", form);
  call.form = form == "exact" ? Form::exact : form == "repaired" ? Form::repaired : Form::unusable;
  take(json, "problem", call.problem);
  take(json, "dropped", call.dropped);
  if (const auto* tokens = field(json, "tokens")) {
    take(*tokens, "in", call.tokens_in);
    take(*tokens, "cached", call.tokens_cached);
    take(*tokens, "out", call.tokens_out);
  }
  take(json, "cost", call.cost);
  take(json, "seconds", call.seconds);
  take(json, "tries", call.tries);
  take(json, "from_cache", call.from_cache);
}

}  // namespace assay::core
