#include "models/api_key.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "assay/core/error.h"

namespace assay::models {

Environment system_environment() {
  return [](const std::string& name) -> std::optional<std::string> {
    if (const char* value = std::getenv(name.c_str())) return value;
    return std::nullopt;
  };
}

std::string key_variable(Backend backend) {
  switch (backend) {
    case Backend::anthropic:
      return "ANTHROPIC_API_KEY";
    case Backend::gemini:
      return "GEMINI_API_KEY";
    default:
      return "OPENAI_API_KEY";
  }
}

std::string key_in(const std::string& variable, const Environment& environment) {
  constexpr std::string_view blank = " \t\r\n";
  std::string key = environment(variable).value_or("");
  key.erase(0, std::min(key.find_first_not_of(blank), key.size()));
  key.erase(key.find_last_not_of(blank) + 1);
  if (std::ranges::any_of(key, [](char c) { return c <= ' ' || c >= 0x7f; }))
    throw core::UsageError("the environment variable " + variable +
                           " holds more than a key: white space, control characters or letters "
                           "beyond ASCII");
  return key;
}

std::string api_key(const ModelSpec& spec, const Environment& environment) {
  const auto variable = key_variable(spec.backend);
  auto key = key_in(variable, environment);
  if (key.empty() && spec.url.empty())
    throw core::UsageError("the model " + spec.to_string() +
                           " needs a key: set the environment variable " + variable);
  return key;
}

}  // namespace assay::models
