#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "assay/core/date.h"
#include "assay/core/error.h"
#include "assay/core/json.h"

// Reading and writing objects whose fields may be absent: an empty value is not written, and a
// missing or null field is read as an empty value.
namespace assay::core {

inline void put(Json& json, const char* key, const std::string& value) {
  if (!value.empty()) json[key] = value;
}
template <class T>
void put(Json& json, const char* key, const std::optional<T>& value) {
  if (value) json[key] = *value;
}
template <class T>
void put(Json& json, const char* key, const std::vector<T>& values) {
  if (!values.empty()) json[key] = values;
}

inline const Json* field(const Json& json, const char* key) {
  const auto it = json.find(key);
  return it == json.end() || it->is_null() ? nullptr : &*it;
}

template <class T>
void take(const Json& json, const char* key, T& value) {
  const auto* found = field(json, key);
  if (!found) return;
  // 1e89 is a number, and none that fits.
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
    if (!found->is_number_integer())
      throw InputError(std::string("not a whole number in '") + key + "'");
  found->get_to(value);
}
template <class T>
void take(const Json& json, const char* key, std::optional<T>& value) {
  const auto* found = field(json, key);
  if (found)
    value = found->get<T>();
  else
    value.reset();
}
inline void take(const Json& json, const char* key, std::optional<Date>& value) {
  value.reset();
  const auto* found = field(json, key);
  if (!found) return;
  value = Date::parse(found->get_ref<const std::string&>());
  if (!value) throw InputError(std::string("not a date in '") + key + "': " + found->dump());
}

}  // namespace assay::core
