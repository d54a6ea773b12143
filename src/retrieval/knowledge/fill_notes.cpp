#include "retrieval/knowledge/fill_notes.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "assay/core/json.h"
#include "io/append_line.h"
#include "io/files.h"
#include "language/lines.h"

namespace assay::retrieval {
namespace {

using core::Json;

constexpr std::size_t longest_file = std::size_t{1} << 30;

}  // namespace

FillNotes::FillNotes(std::filesystem::path file) : file_(std::move(file)) {
  std::error_code error;
  if (!std::filesystem::exists(file_, error)) return;
  const auto bytes = io::read_file(file_, longest_file);
  for (std::string_view rest = bytes; !rest.empty();) {
    const auto line = language::take_line(rest);
    try {
      const auto json = Json::parse(line);
      tried_[json.at("claim").get<std::string>()] =
          json.at("tried").get<std::map<std::string, std::string>>();
    } catch (const Json::exception&) {
    }
  }
}

const std::string* FillNotes::find(const std::string& claim, const std::string& url) const {
  const auto of_claim = tried_.find(claim);
  if (of_claim == tried_.end()) return nullptr;
  const auto found = of_claim->second.find(url);
  return found == of_claim->second.end() ? nullptr : &found->second;
}

void FillNotes::add(const std::string& claim, std::map<std::string, std::string> tried) {
  auto& all = tried_[claim];
  for (auto& [url, kind] : tried) all[url] = std::move(kind);
  const Json json{{"claim", claim}, {"tried", all}};
  io::append_line(file_, json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace assay::retrieval
