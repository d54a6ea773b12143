#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/json.h"

namespace assay::core {

// How well an answer kept to the form that was asked for.
enum class Form {
  exact,     // it is what was asked for
  repaired,  // read leniently: a fence or prose around it, single quotes, a label in other letters…
  unusable   // nothing could be made of it, or there was no answer
};
// `exact`, `repaired`, `unusable`.
std::string_view to_string(Form form);

// One call of a language model, as it was made. What a stage made of it is the value of the entry
// that holds the call.
struct ModelCall {
  std::string model;        // spec
  std::string answered_by;  // as the server names the model
  std::string parameters;   // JSON: temperature, top_p, max_tokens, schema, repeat
  std::string prompt;       // SHA-256 of the kept prompt: JSON of its messages, pictures by SHA-256
  std::string purpose;      // `ask`, or why it was asked again
  std::string answer;       // without the thinking
  std::string thinking;     // SHA-256 of the kept thinking, which is never parsed and never cited
  std::string finish;       // complete, cut, refused, empty, repetition; empty: there is no answer
  std::string error;        // why there is none: one line
  std::string error_kind;   // of ModelFailure, or `deadline`
  Form form = Form::unusable;
  std::string problem;               // what was wrong with its form
  std::vector<std::string> dropped;  // what the context window had no room for
  std::int64_t tokens_in = 0;        // of the prompt, cached ones included
  std::int64_t tokens_cached = 0;
  std::int64_t tokens_out = 0;  // thinking included
  std::optional<double> cost;   // USD; nothing where the price is not known
  double seconds = 0;           // of the try that brought the answer
  int tries = 1;
  bool from_cache = false;  // an earlier call's answer was used again: nothing was spent
};

void to_json(Json& json, const ModelCall& call);
void from_json(const Json& json, ModelCall& call);

}  // namespace assay::core
