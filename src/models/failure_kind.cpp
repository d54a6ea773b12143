#include "models/failure_kind.h"

#include <array>
#include <utility>

namespace assay::models {
namespace {

using Kind = ModelFailure::Kind;
constexpr std::array<std::pair<Kind, std::string_view>, 10> kinds{{
    {Kind::key, "key"},
    {Kind::quota, "quota"},
    {Kind::limited, "limited"},
    {Kind::unreachable, "unreachable"},
    {Kind::unavailable, "unavailable"},
    {Kind::malformed, "malformed"},
    {Kind::not_found, "not_found"},
    {Kind::too_long, "too_long"},
    {Kind::no_vision, "no_vision"},
    {Kind::bad_request, "bad_request"},
}};

}  // namespace

std::string to_string(ModelFailure::Kind kind) {
  for (const auto& [value, name] : kinds)
    if (value == kind) return std::string(name);
  return "unavailable";
}

ModelFailure::Kind failure_kind(std::string_view name) {
  for (const auto& [value, known] : kinds)
    if (known == name) return value;
  return Kind::unavailable;
}

Finish finish_from_string(std::string_view name) {
  for (const auto finish : {Finish::cut, Finish::refused, Finish::empty})
    if (to_string(finish) == name) return finish;
  return Finish::complete;
}

}  // namespace assay::models
