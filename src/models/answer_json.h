#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "models/chat_model.h"

namespace assay::models {

// A whole answer as JSON with the version of its form, and back. Nothing where the text is not of
// this form: damaged, or of another version.
std::string answer_to_json(const ChatAnswer& answer);
std::optional<ChatAnswer> answer_from_json(std::string_view text);

}  // namespace assay::models
