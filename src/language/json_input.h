#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/date.h"
#include "assay/core/json.h"

// JSON that others wrote: claims, posts, benchmarks. Null is the same as absent. What reads a field
// throws InputError, which names it, where it is of another type.
namespace assay::language {

// Throws InputError where the text is not UTF-8, is no JSON object, or is nested deeper than 32.
core::Json parse_object(std::string_view text);

std::string text_field(const core::Json& object, const char* key);
std::vector<std::string> texts_field(const core::Json& object, const char* key);
// A whole number or a text, as text.
std::string id_field(const core::Json& object, const char* key);
std::optional<double> number_field(const core::Json& object, const char* key);
std::optional<core::Date> date_field(const core::Json& object, const char* key);

}  // namespace assay::language
