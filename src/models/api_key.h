#pragma once
#include <functional>
#include <optional>
#include <string>

#include "models/model_spec.h"

namespace assay::models {

// A variable of the environment; nothing where it is not set.
using Environment = std::function<std::optional<std::string>(const std::string&)>;
Environment system_environment();

// OPENAI_API_KEY, ANTHROPIC_API_KEY or GEMINI_API_KEY.
std::string key_variable(Backend backend);

// The key in the variable, white space around it removed; empty where there is none. Throws
// UsageError where it holds what can't be sent; its line names the variable and never shows the
// key.
std::string key_in(const std::string& variable, const Environment& environment);

// The key for the model, white space around it removed. Empty where there is none and the spec
// names another server than the provider's. Throws UsageError, whose line says which variable to
// set, where one is needed, and where it holds what can't be sent; the line never shows it.
std::string api_key(const ModelSpec& spec, const Environment& environment);

}  // namespace assay::models
