#include "models/lenient_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "models/lenient_reader.h"

namespace assay::models {
namespace {

using core::Json;

// What was found so far, the last of each rank.
struct Found {
  std::optional<Json> wanted;
  std::optional<Json> object;
  std::optional<Json> array;
};

bool has_all(const Json& object, const std::vector<std::string>& names) {
  return std::ranges::all_of(names, [&](const std::string& n) { return object.contains(n); });
}

void keep(Json value, const std::vector<std::string>& wanted, Found& found) {
  if (value.is_array())
    found.array = std::move(value);
  else if (!wanted.empty() && has_all(value, wanted))
    found.wanted = std::move(value);
  else if (!value.empty())
    found.object = std::move(value);
}

using Failure = LenientReader::Failure;

// Reads the value at `at`, as it is or healed, and moves `at` behind what was read.
std::optional<Json> read_one(std::string_view answer, const LenientLimits& limits, std::size_t& at,
                             std::size_t& work, Failure& failure) {
  std::size_t end = at;
  LenientReader plain(answer, limits, false, work);
  auto value = plain.read(at, end);
  failure = plain.failure();
  if (!value && failure != Failure::limit) {
    std::size_t healed_end = at;
    LenientReader healing(answer, limits, true, work);
    value = healing.read(at, healed_end);
    if (value) end = healed_end;
  }
  if (value) failure = Failure::none;
  at = std::max(end, at + 1);
  return value;
}

}  // namespace

std::optional<Json> parse_lenient(std::string_view answer, const std::vector<std::string>& wanted,
                                  const LenientLimits& limits) {
  if (answer.size() > limits.size) return std::nullopt;
  // A text of many beginnings could be read again from each: this bounds it all.
  const std::size_t most_work = 16 * answer.size() + 1024;
  std::size_t work = 0;
  Found found;
  for (auto at = answer.find_first_of("{["); at != std::string_view::npos;
       at = answer.find_first_of("{[", at)) {
    if (work > most_work) return std::nullopt;
    Failure failure = Failure::none;
    auto value = read_one(answer, limits, at, work, failure);
    if (failure == Failure::limit) return std::nullopt;
    if (failure == Failure::cut) return found.wanted;
    if (value) keep(std::move(*value), wanted, found);
  }
  if (found.wanted) return found.wanted;
  if (found.object || !wanted.empty()) return found.object;
  return found.array;
}

}  // namespace assay::models
