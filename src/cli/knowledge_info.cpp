#include "cli/knowledge_info.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "cli/output.h"
#include "io/files.h"
#include "retrieval/knowledge/store.h"
#include "retrieval/store/report.h"

namespace assay::cli {
namespace {

using core::Json;
using retrieval::CatalogueEntry;
using retrieval::KnowledgeStore;
using retrieval::readable_bytes;
using retrieval::with_commas;

Json numbers_json(const CatalogueEntry& entry) {
  return {{"documents", entry.documents},
          {"passages", entry.passages},
          {"repeated_passages", entry.repeated_passages},
          {"pictures", entry.pictures},
          {"without_text", entry.without_text},
          {"filled", entry.filled},
          {"text_bytes", entry.text_bytes},
          {"bytes", entry.bytes},
          {"defects", retrieval::to_json(entry.defects)}};
}

Json json_of(const KnowledgeStore& store) {
  auto json = numbers_json(retrieval::sum_of(store.claims()));
  json["knowledge_store"] = io::shown(store.path());
  json["claims"] = Json::array();
  for (const auto& entry : store.claims()) {
    auto claim = numbers_json(entry);
    claim["claim"] = entry.id;
    claim["text"] = entry.text;
    claim["date"] = entry.date ? Json(entry.date->to_string()) : Json();
    claim["made_from"] = entry.made_from;
    claim["fingerprint"] = entry.fingerprint;
    json["claims"].push_back(std::move(claim));
  }
  return json;
}

// `1,020, from 980 to 1,100 a claim`.
std::string spread(const std::vector<CatalogueEntry>& claims, std::uint64_t sum,
                   std::uint64_t CatalogueEntry::* number) {
  auto text = with_commas(sum);
  if (claims.size() < 2) return text;
  const auto [least, most] = std::ranges::minmax_element(claims, {}, number);
  return text + fmt::format(", from {} to {} a claim", with_commas(*least.*number),
                            with_commas(*most.*number));
}

std::string text_of(const KnowledgeStore& store) {
  const auto& claims = store.claims();
  const auto sum = retrieval::sum_of(claims);
  std::string text;
  const auto line = [&](const char* name, const std::string& value) {
    text += fmt::format("{:<16} {}\n", name, value);
  };
  line("knowledge store", io::shown(store.path()));
  line("claims", claims.empty()
                     ? "0"
                     : fmt::format("{}, {} to {}", with_commas(claims.size()),
                                   io::shown(claims.front().id), io::shown(claims.back().id)));
  line("documents", spread(claims, sum.documents, &CatalogueEntry::documents));
  line("", fmt::format("{} without text, {} filled", with_commas(sum.without_text),
                       with_commas(sum.filled)));
  line("passages", fmt::format("{}, of which {} repeat another",
                               spread(claims, sum.passages, &CatalogueEntry::passages),
                               with_commas(sum.repeated_passages)));
  line("pictures", with_commas(sum.pictures));
  line("size", fmt::format("{}, of which {} text", readable_bytes(sum.bytes),
                           readable_bytes(sum.text_bytes)));
  std::set<std::string> inputs;
  for (const auto& claim : claims) inputs.insert(claim.made_from);
  for (const auto& input : inputs) line("made from", io::shown(input));
  for (const auto& defect : retrieval::defect_lines(sum.defects)) line("", defect);
  return text;
}

}  // namespace

int knowledge_info(const std::filesystem::path& folder, bool json) {
  const auto store = KnowledgeStore::open(folder);
  print(json ? json_of(store).dump(2, ' ', false, Json::error_handler_t::replace) + "\n"
             : text_of(store));
  flush();
  return 0;
}

}  // namespace assay::cli
