#include "retrieval/knowledge/store.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "assay/core/error.h"
#include "io/files.h"
#include "retrieval/store/layout.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;
using core::InputError;
using core::Json;

constexpr const char* about_name = "knowledge.json";
constexpr std::size_t longest_about = 1 << 16;

void check_version(const fs::path& folder) {
  const auto json = Json::parse(io::read_file(folder / about_name, longest_about), nullptr, false);
  const auto shown = "the knowledge store '" + io::shown(folder) + "'";
  if (!json.is_object() || json.value("format", Json()) != knowledge_format ||
      !json.value("version", Json()).is_number_integer())
    throw InputError(shown + " is damaged: " + about_name + " can't be read; build it again");
  if (json.at("version") != knowledge_version)
    throw InputError(shown + " was made by another version of assay (format " +
                     json.at("version").dump() + "; this one reads " +
                     std::to_string(knowledge_version) + "): build it again");
}

}  // namespace

bool looks_like_knowledge_store(const fs::path& folder) {
  std::error_code error;
  return fs::is_regular_file(folder / about_name, error);
}

fs::path KnowledgeStore::catalogue_of(const fs::path& folder) { return folder / "catalogue.jsonl"; }
fs::path KnowledgeStore::claims_of(const fs::path& folder) { return folder / "claims"; }

KnowledgeStore KnowledgeStore::open(const fs::path& folder) {
  if (!looks_like_knowledge_store(folder)) {
    std::error_code error;
    throw InputError("'" + io::shown(folder) + "' " +
                     (fs::exists(folder, error) ? "is no knowledge store" : "does not exist") +
                     "; `assay index build --from averitec-kb|averimatec` makes one");
  }
  check_version(folder);
  KnowledgeStore store;
  store.path_ = folder;
  store.claims_ = read_catalogue(catalogue_of(folder));
  return store;
}

const CatalogueEntry* KnowledgeStore::find(const std::string& id) const {
  const auto found = std::ranges::lower_bound(claims_, id, claim_before, &CatalogueEntry::id);
  return found != claims_.end() && found->id == id ? &*found : nullptr;
}

fs::path KnowledgeStore::folder_of(const std::string& id) const {
  const auto* entry = find(id);
  if (entry == nullptr)
    throw InputError("the knowledge store '" + io::shown(path_) + "' has no claim '" +
                     io::shown(id) + "'" +
                     (claims_.empty() ? std::string()
                                      : " (its claims are " + io::shown(claims_.front().id) +
                                            " to " + io::shown(claims_.back().id) + ")"));
  return claims_of(path_) / entry->folder;
}

CatalogueEntry sum_of(const std::vector<CatalogueEntry>& claims) {
  CatalogueEntry sum;
  for (const auto& claim : claims) {
    sum.documents += claim.documents;
    sum.passages += claim.passages;
    sum.repeated_passages += claim.repeated_passages;
    sum.pictures += claim.pictures;
    sum.without_text += claim.without_text;
    sum.filled += claim.filled;
    sum.text_bytes += claim.text_bytes;
    sum.bytes += claim.bytes;
    sum.defects += claim.defects;
  }
  return sum;
}

void make_knowledge_store(const fs::path& folder) {
  if (looks_like_knowledge_store(folder)) return check_version(folder);
  std::error_code error;
  if (fs::exists(folder, error) && (!fs::is_directory(folder, error) || looks_like_store(folder) ||
                                    !fs::is_empty(folder, error)))
    throw InputError("'" + io::shown(folder) +
                     "' exists and is no knowledge store, so it is left alone: give --out another "
                     "name");
  io::make_folder(KnowledgeStore::claims_of(folder));
  io::write_file(folder / about_name,
                 Json{{"format", knowledge_format}, {"version", knowledge_version}}.dump() + "\n");
}

}  // namespace assay::retrieval
