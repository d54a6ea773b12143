#include "retrieval/store/manifest.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "assay/core/error.h"
#include "io/files.h"
#include "retrieval/store/layout.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;
using core::InputError;
using core::Json;

constexpr std::size_t longest_manifest = 64 << 20;

[[noreturn]] void damaged(const fs::path& store, const std::string& reason) {
  throw InputError("the store '" + io::shown(store) + "' is damaged or cut short: " + reason +
                   "; build it again");
}

std::optional<core::Date> date_in(const Json& json, const char* name) {
  const auto text = json.value(name, std::string());
  return text.empty() ? std::nullopt : core::Date::parse(text);
}

Json to_json(const LeftOut& left) {
  Json json{
      {"bad_lines", left.bad_lines}, {"unreadable", left.unreadable}, {"other", left.other},
      {"hidden", left.hidden},       {"empty", left.empty},           {"repeated", left.repeated},
      {"renamed", left.renamed},     {"pictures", left.pictures},     {"problems", Json::array()}};
  for (const auto& problem : left.problems)
    json["problems"].push_back({{"where", problem.where}, {"reason", problem.reason}});
  return json;
}

LeftOut left_out_of(const Json& json) {
  LeftOut left;
  json.at("bad_lines").get_to(left.bad_lines);
  json.at("unreadable").get_to(left.unreadable);
  json.at("other").get_to(left.other);
  json.at("hidden").get_to(left.hidden);
  json.at("empty").get_to(left.empty);
  json.at("repeated").get_to(left.repeated);
  json.at("renamed").get_to(left.renamed);
  json.at("pictures").get_to(left.pictures);
  for (const auto& problem : json.at("problems"))
    left.problems.push_back(
        {problem.at("where").get<std::string>(), problem.at("reason").get<std::string>()});
  return left;
}

Manifest manifest_of(const Json& json) {
  Manifest manifest;
  json.at("program").get_to(manifest.program);
  manifest.built = core::Timestamp::parse(json.at("built").get_ref<const std::string&>())
                       .value_or(core::Timestamp{});
  json.at("fingerprint").get_to(manifest.fingerprint);
  json.at("recipe").get_to(manifest.recipe);
  json.at("documents").get_to(manifest.documents);
  json.at("undated").get_to(manifest.undated);
  manifest.first_date = date_in(json, "first_date");
  manifest.last_date = date_in(json, "last_date");
  json.at("text_bytes").get_to(manifest.text_bytes);
  json.at("passages").get_to(manifest.passages);
  json.at("repeated_passages").get_to(manifest.repeated_passages);
  json.at("without_text").get_to(manifest.without_text);
  json.at("filled").get_to(manifest.filled);
  json.at("pictures").get_to(manifest.pictures);
  json.at("picture_bytes").get_to(manifest.picture_bytes);
  json.at("pictures_not_at_hand").get_to(manifest.not_at_hand);
  json.at("tokens").get_to(manifest.tokens);
  json.at("terms").get_to(manifest.terms);
  for (const auto& [language, count] : json.at("languages").items())
    manifest.languages[language] = count.get<std::uint64_t>();
  for (const auto& input : json.at("made_from"))
    manifest.made_from.push_back(
        {input.at("path").get<std::string>(), input.at("kind").get<std::string>(),
         input.at("documents").get<std::uint64_t>(), input.at("digest").get<std::string>()});
  manifest.left_out = left_out_of(json.at("left_out"));
  for (const auto& [name, size] : json.at("files").items())
    manifest.files[name] = size.get<std::uint64_t>();
  return manifest;
}

// A newer version may write anything but `format` and `version` otherwise.
void check_version(const fs::path& store, const Json& json) {
  if (!json.is_object() || json.value("format", "") != store_format)
    damaged(store, "manifest.json is no manifest");
  const auto version = json.at("version").get<std::int64_t>();
  if (version > store_version)
    throw InputError("the store '" + io::shown(store) + "' was made by a newer version of assay (" +
                     "format " + std::to_string(version) + "; this one reads " +
                     std::to_string(store_version) + "): use that version, or build it again");
  if (version < 1) damaged(store, "manifest.json has no version");
  if (version < store_version)
    throw InputError("the store '" + io::shown(store) +
                     "' was made by an older version of assay (" + "format " +
                     std::to_string(version) + "; this one reads " + std::to_string(store_version) +
                     "): build it again from its inputs");
}

void check_files(const fs::path& store, const Manifest& manifest) {
  for (const char* name : {table_name, metadata_name, text_name, bytes_name, passages_name})
    if (!manifest.files.contains(name)) damaged(store, std::string(name) + " is not listed");
  if (manifest.pictures > 0)
    for (const char* name : {pictures_name, picture_bytes_name, shown_name, showings_name})
      if (!manifest.files.contains(name)) damaged(store, std::string(name) + " is not listed");
  for (const auto& [name, size] : manifest.files) {
    std::error_code error;
    const auto found = fs::file_size(store / name, error);
    if (error) damaged(store, name + " is missing");
    if (found != size)
      damaged(store,
              name + " has " + std::to_string(found) + " bytes instead of " + std::to_string(size));
  }
}

}  // namespace

LeftOut& LeftOut::operator+=(const LeftOut& part) {
  bad_lines += part.bad_lines;
  unreadable += part.unreadable;
  other += part.other;
  hidden += part.hidden;
  empty += part.empty;
  repeated += part.repeated;
  renamed += part.renamed;
  pictures += part.pictures;
  for (const auto& problem : part.problems)
    if (problems.size() < most_problems) problems.push_back(problem);
  return *this;
}

std::uint64_t Manifest::bytes() const {
  return std::accumulate(files.begin(), files.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const auto& file) { return sum + file.second; });
}

core::Json to_json(const Manifest& manifest) {
  Json json{{"format", store_format},
            {"version", store_version},
            {"program", manifest.program},
            {"built", manifest.built.to_string()},
            {"fingerprint", manifest.fingerprint},
            {"recipe", manifest.recipe},
            {"documents", manifest.documents},
            {"undated", manifest.undated},
            {"first_date", manifest.first_date ? manifest.first_date->to_string() : ""},
            {"last_date", manifest.last_date ? manifest.last_date->to_string() : ""},
            {"text_bytes", manifest.text_bytes},
            {"passages", manifest.passages},
            {"repeated_passages", manifest.repeated_passages},
            {"without_text", manifest.without_text},
            {"filled", manifest.filled},
            {"pictures", manifest.pictures},
            {"picture_bytes", manifest.picture_bytes},
            {"pictures_not_at_hand", manifest.not_at_hand},
            {"tokens", manifest.tokens},
            {"terms", manifest.terms},
            {"languages", Json::object()},
            {"made_from", Json::array()},
            {"left_out", to_json(manifest.left_out)},
            {"files", Json::object()}};
  for (const auto& [language, count] : manifest.languages) json["languages"][language] = count;
  for (const auto& input : manifest.made_from)
    json["made_from"].push_back({{"path", input.path},
                                 {"kind", input.kind},
                                 {"documents", input.documents},
                                 {"digest", input.digest}});
  for (const auto& [name, size] : manifest.files) json["files"][name] = size;
  return json;
}

Manifest read_manifest(const fs::path& store) {
  if (!looks_like_store(store)) {
    std::error_code error;
    const bool there = fs::exists(store, error);
    throw InputError("'" + io::shown(store) + "' " +
                     (there ? "is not an Assay store" : "does not exist") +
                     "; `assay index build` makes a store");
  }
  std::error_code error;
  if (!fs::is_regular_file(store / manifest_name, error))
    damaged(store, "manifest.json is missing");
  try {
    const auto json = Json::parse(io::read_file(store / manifest_name, longest_manifest));
    check_version(store, json);
    auto manifest = manifest_of(json);
    check_files(store, manifest);
    return manifest;
  } catch (const Json::exception&) {
    damaged(store, "manifest.json can't be read");
  }
}

void write_manifest(const fs::path& store, const Manifest& manifest) {
  // Names of files need not be UTF-8.
  io::write_file(store / manifest_name,
                 to_json(manifest).dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

std::map<std::string, std::uint64_t> file_sizes(const fs::path& store) {
  std::map<std::string, std::uint64_t> sizes;
  for (const auto& entry : fs::recursive_directory_iterator(store)) {
    const auto name = entry.path().lexically_relative(store).string();
    if (entry.is_regular_file() && name != manifest_name && name != building_name)
      sizes[name] = entry.file_size();
  }
  return sizes;
}

}  // namespace assay::retrieval
