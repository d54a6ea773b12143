#include "cli/index_queries.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string_view>

#include "assay/core/error.h"
#include "io/files.h"
#include "language/lines.h"

namespace assay::cli {
namespace {

using core::InputError;
using core::Json;

constexpr std::size_t longest_queries_file = 256 << 20;

bool is_id(const Json& json) { return json.is_string() || json.is_number_integer(); }

NumberedQuery query_of(std::string_view line, bool needs_text) {
  const auto json = Json::parse(line, nullptr, false);
  if (json.is_discarded()) throw InputError("not JSON in UTF-8");
  if (!json.is_object()) throw InputError("not a JSON object");
  NumberedQuery query;
  const auto id = json.find("id");
  if (id == json.end() || !is_id(*id)) throw InputError("no 'id' that is a text or a whole number");
  query.id = *id;
  if (const auto claim = json.find("claim"); claim != json.end() && !claim->is_null()) {
    if (!is_id(*claim)) throw InputError("'claim' is no text and no whole number");
    query.claim = claim->is_string() ? claim->get<std::string>() : claim->dump();
  }
  const auto text = json.find("query");
  const bool has_text = text != json.end() && text->is_string();
  if (!has_text && (needs_text || query.claim.empty() || text != json.end()))
    throw InputError("no 'query' that is a text");
  if (has_text) query.text = text->get<std::string>();
  return query;
}

}  // namespace

std::vector<NumberedQuery> read_queries(const std::filesystem::path& path, bool needs_text) {
  const auto bytes = io::read_file(path, longest_queries_file);
  std::vector<NumberedQuery> queries;
  std::size_t number = 0;
  for (std::string_view rest = bytes; !rest.empty();) {
    ++number;
    const auto line = language::take_line(rest);
    if (language::is_blank(line)) continue;
    try {
      queries.push_back(query_of(line, needs_text));
    } catch (const InputError& error) {
      throw InputError(fmt::format("'{}' line {}: {}", io::shown(path), number, error.what()));
    }
  }
  if (queries.empty())
    throw InputError("'" + io::shown(path) + "' holds no query ({\"id\": …, \"query\": …} a line)");
  return queries;
}

}  // namespace assay::cli
