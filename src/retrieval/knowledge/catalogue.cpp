#include "retrieval/knowledge/catalogue.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <tuple>
#include <utility>

#include "assay/core/error.h"
#include "io/append_line.h"
#include "io/files.h"
#include "io/sha256.h"
#include "language/lines.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;
using core::InputError;
using core::Json;

constexpr std::size_t longest_catalogue = std::size_t{1} << 30;
constexpr std::size_t longest_name = 60;

// Every number of an entry by its name.
template <class Entry, class Use>
void each_number(Entry& entry, Use use) {
  use("documents", entry.documents);
  use("passages", entry.passages);
  use("repeated_passages", entry.repeated_passages);
  use("pictures", entry.pictures);
  use("without_text", entry.without_text);
  use("filled", entry.filled);
  use("text_bytes", entry.text_bytes);
  use("bytes", entry.bytes);
}

template <class Entry, class Use>
void each_text(Entry& entry, Use use) {
  use("claim", entry.id);
  use("text", entry.text);
  use("folder", entry.folder);
  use("made_from", entry.made_from);
  use("recipe", entry.recipe);
  use("fingerprint", entry.fingerprint);
}

// Throws Json::exception where it is no entry.
CatalogueEntry entry_of(const Json& json) {
  CatalogueEntry entry;
  each_text(entry, [&](const char* name, std::string& value) { json.at(name).get_to(value); });
  each_number(entry, [&](const char* name, std::uint64_t& value) { json.at(name).get_to(value); });
  entry.date = core::Date::parse(json.at("date").get<std::string>());
  entry.defects = defects_of(json.at("defects"));
  return entry;
}

std::string line_of(const CatalogueEntry& entry) {
  Json json;
  each_text(entry, [&](const char* name, const std::string& value) { json[name] = value; });
  each_number(entry, [&](const char* name, std::uint64_t value) { json[name] = value; });
  json["date"] = entry.date ? entry.date->to_string() : "";
  json["defects"] = to_json(entry.defects);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

bool claim_before(const std::string& a, const std::string& b) {
  const auto key = [](const std::string& id) {
    const bool number = id.find_first_not_of("0123456789") == std::string::npos;
    return std::tuple<bool, std::size_t, const std::string&>(!number, number ? id.size() : 0, id);
  };
  return key(a) < key(b);
}

std::vector<CatalogueEntry> read_catalogue(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error)) return {};
  const auto bytes = io::read_file(file, longest_catalogue);
  std::map<std::string, CatalogueEntry> claims;
  for (std::string_view rest = bytes; !rest.empty();) {
    const auto line = language::take_line(rest);
    try {
      auto entry = entry_of(Json::parse(line));
      // What it names lies inside the store, whoever wrote it.
      if (entry.folder == claim_folder(entry.id)) claims[entry.id] = std::move(entry);
    } catch (const Json::exception&) {
    }
  }
  std::vector<CatalogueEntry> entries;
  for (auto& [id, entry] : claims) entries.push_back(std::move(entry));
  std::ranges::sort(entries, claim_before, &CatalogueEntry::id);
  return entries;
}

void append_to_catalogue(const fs::path& file, const CatalogueEntry& entry) {
  io::append_line(file, line_of(entry));
}

std::string claim_folder(const std::string& id) {
  const bool plain =
      !id.empty() && id.size() <= longest_name &&
      id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos;
  return plain ? id : "claim-" + io::sha256(id).substr(0, 24);
}

}  // namespace assay::retrieval
