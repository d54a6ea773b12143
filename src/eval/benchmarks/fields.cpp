#include "eval/benchmarks/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "assay/core/error.h"
#include "language/lines.h"

namespace assay::eval {
namespace {

using core::InputError;
using core::Json;

struct Found {
  const Json* value = nullptr;
  const char* name = "";
};

Found find(const Json& object, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    const auto it = object.find(name);
    if (it != object.end() && !it->is_null()) return {&*it, name};
  }
  return {};
}

std::string checked_text(const Json& value, const char* name) {
  if (!value.is_string()) throw InputError(fmt::format("`{}` is not a text", name));
  auto text = value.get<std::string>();
  if (text.size() > max_text_bytes)
    throw InputError(fmt::format("`{}` is longer than {} bytes", name, max_text_bytes));
  return text;
}

}  // namespace

const Json* field_of(const Json& object, std::initializer_list<const char*> names) {
  return find(object, names).value;
}

std::string text_of(const Json& object, std::initializer_list<const char*> names) {
  const auto found = find(object, names);
  return found.value == nullptr ? std::string() : checked_text(*found.value, found.name);
}

std::vector<std::string> texts_of(const Json& object, std::initializer_list<const char*> names) {
  const auto found = find(object, names);
  std::vector<std::string> texts;
  if (found.value == nullptr) return texts;
  if (found.value->is_string()) return {checked_text(*found.value, found.name)};
  if (!found.value->is_array())
    throw InputError(fmt::format("`{}` is not a list of texts", found.name));
  for (const auto& text : *found.value) texts.push_back(checked_text(text, found.name));
  return texts;
}

const Json* list_of(const Json& object, std::initializer_list<const char*> names) {
  const auto found = find(object, names);
  if (found.value != nullptr && !found.value->is_array())
    throw InputError(fmt::format("`{}` is not a list", found.name));
  return found.value;
}

const Json* object_of(const Json& object, std::initializer_list<const char*> names) {
  const auto found = find(object, names);
  if (found.value != nullptr && !found.value->is_object())
    throw InputError(fmt::format("`{}` is not an object", found.name));
  return found.value;
}

std::optional<Id> id_of(const Json& object, std::initializer_list<const char*> names) {
  const auto found = find(object, names);
  if (found.value == nullptr) return std::nullopt;
  const auto& value = *found.value;
  if (!value.is_string() && !value.is_number_integer())
    throw InputError(fmt::format("`{}` is neither a text nor a whole number", found.name));
  Id id{{}, value.dump()};
  id.text = value.is_string() ? value.get<std::string>() : id.json;
  if (id.text.empty()) throw InputError(fmt::format("`{}` is empty", found.name));
  if (id.text.size() > 1000) throw InputError(fmt::format("`{}` is too long", found.name));
  return id;
}

Id id_of_cell(const std::string& cell) {
  if (language::is_blank(cell)) throw InputError("the id is empty");
  if (cell.size() > 1000) throw InputError("the id is too long");
  const bool digits =
      cell.size() < 19 && std::ranges::all_of(cell, [](char c) { return c >= '0' && c <= '9'; });
  const bool number = digits && (cell == "0" || cell.front() != '0');
  return {cell, number ? cell : Json(cell).dump()};
}

Id id_of_number(std::size_t number) {
  auto text = std::to_string(number);
  return {text, text};
}

std::string checked_claim(std::string text, const char* field) {
  if (language::is_blank(text)) throw InputError(fmt::format("no claim text in `{}`", field));
  if (text.size() > max_claim_bytes)
    throw InputError(fmt::format("the claim is longer than {} bytes", max_claim_bytes));
  return text;
}

}  // namespace assay::eval
