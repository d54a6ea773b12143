#include "language/json_input.h"

#include <nlohmann/json.hpp>

#include "assay/core/error.h"
#include "language/utf8.h"

namespace assay::language {
namespace {

using core::InputError;
using core::Json;

constexpr int max_depth = 32;

const Json* present(const Json& object, const char* key) {
  const auto it = object.find(key);
  return it == object.end() || it->is_null() ? nullptr : &*it;
}

// Parses with a bound on depth: the parser recurses over what it has built when that is freed.
Json parse_bounded(std::string_view text, int most) {
  const auto shallow = [most](int depth, Json::parse_event_t, Json&) {
    if (depth > most) throw InputError("nested too deeply");
    return true;
  };
  try {
    return Json::parse(text, shallow);
  } catch (const Json::exception&) {
    throw InputError("not valid JSON");
  }
}

}  // namespace

Json parse_object(std::string_view text) {
  if (!is_utf8(text)) throw InputError("not UTF-8");
  Json object = parse_bounded(text, max_depth);
  if (!object.is_object()) throw InputError("not a JSON object");
  return object;
}

std::string text_field(const Json& object, const char* key) {
  const auto* value = present(object, key);
  if (value == nullptr) return {};
  if (!value->is_string()) throw InputError("`" + std::string(key) + "` is not a text");
  return value->get<std::string>();
}

std::vector<std::string> texts_field(const Json& object, const char* key) {
  std::vector<std::string> texts;
  const auto* value = present(object, key);
  if (value == nullptr) return texts;
  if (!value->is_array()) throw InputError("`" + std::string(key) + "` is not a list");
  for (const auto& text : *value) {
    if (!text.is_string())
      throw InputError("`" + std::string(key) + "` holds something that is not a text");
    texts.push_back(text.get<std::string>());
  }
  return texts;
}

std::string id_field(const Json& object, const char* key) {
  const auto* value = present(object, key);
  if (value == nullptr) return {};
  if (value->is_string()) return value->get<std::string>();
  if (value->is_number_integer()) return value->dump();
  throw InputError("`" + std::string(key) + "` is neither a text nor a whole number");
}

std::optional<double> number_field(const Json& object, const char* key) {
  const auto* value = present(object, key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_number()) throw InputError("`" + std::string(key) + "` is not a number");
  return value->get<double>();
}

std::optional<core::Date> date_field(const Json& object, const char* key) {
  const auto text = text_field(object, key);
  if (text.empty()) return std::nullopt;
  const auto date = core::Date::parse(text);
  if (!date)
    throw InputError("`" + std::string(key) + "` is not a date: '" + text + "' (write YYYY-MM-DD)");
  return date;
}

}  // namespace assay::language
