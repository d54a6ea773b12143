#pragma once
#include <string>
#include <string_view>

#include "models/chat_model.h"
#include "models/model_failure.h"

// Names, for records.
namespace assay::models {

// `key`, `quota`, `limited`, …
std::string to_string(ModelFailure::Kind kind);
// The inverse; `unavailable` for what is no such name.
ModelFailure::Kind failure_kind(std::string_view name);
// The inverse of to_string(Finish); `complete` for what is no such name.
Finish finish_from_string(std::string_view name);

}  // namespace assay::models
