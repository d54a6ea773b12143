#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/date.h"
#include "assay/core/json.h"

// Fields of JSON objects that users write: claims, posts. Null is the same as absent. Each throws
// InputError, which names the field, where it is of another type.
namespace assay::cli {

// Throws InputError where the text is not UTF-8, is no JSON object, or is nested deeper than 32.
core::Json parse_object(std::string_view text);

std::string text_field(const core::Json& object, const char* key);
std::vector<std::string> texts_field(const core::Json& object, const char* key);
std::optional<core::Date> date_field(const core::Json& object, const char* key);

}  // namespace assay::cli
