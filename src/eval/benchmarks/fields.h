#pragma once
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/json.h"

// Fields of a benchmark's JSON objects. What is missing or null is absent; what is of another type
// is an InputError that names the field.
namespace assay::eval {

inline constexpr std::size_t max_claim_bytes = 100'000;
inline constexpr std::size_t max_text_bytes = std::size_t{16} << 20;

// The first of these fields that is there; null where none is.
const core::Json* field_of(const core::Json& object, std::initializer_list<const char*> names);

// Empty where absent.
std::string text_of(const core::Json& object, std::initializer_list<const char*> names);
// A list of texts, or one text alone.
std::vector<std::string> texts_of(const core::Json& object,
                                  std::initializer_list<const char*> names);
// Null where absent; a list otherwise.
const core::Json* list_of(const core::Json& object, std::initializer_list<const char*> names);
// Null where absent; an object otherwise.
const core::Json* object_of(const core::Json& object, std::initializer_list<const char*> names);

// A text or a whole number.
struct Id {
  std::string text;
  std::string json;  // as the file has it
};
std::optional<Id> id_of(const core::Json& object, std::initializer_list<const char*> names);
// A cell's text: a number where it is written as one.
Id id_of_cell(const std::string& cell);
Id id_of_number(std::size_t number);

// Throws InputError where it is blank or longer than max_claim_bytes.
std::string checked_claim(std::string text, const char* field);

}  // namespace assay::eval
