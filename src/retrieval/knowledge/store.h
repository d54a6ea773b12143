#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "retrieval/knowledge/catalogue.h"
#include "retrieval/store/store.h"

namespace assay::retrieval {

inline constexpr int knowledge_version = 1;
inline constexpr const char* knowledge_format = "assay-knowledge";

// Is the folder a knowledge store, be it an empty or damaged one?
bool looks_like_knowledge_store(const std::filesystem::path& folder);

// The stores of many claims in one folder (catalogue.h), read-only. Many processes may read it
// while one extends it: the claims are those that were finished when it was opened.
class KnowledgeStore {
 public:
  // Throws InputError where the folder is none, is damaged, or was made by another version.
  static KnowledgeStore open(const std::filesystem::path& folder);

  const std::filesystem::path& path() const { return path_; }
  // Sorted, see claim_before().
  const std::vector<CatalogueEntry>& claims() const { return claims_; }
  // Null where there is no such claim.
  const CatalogueEntry* find(const std::string& id) const;
  // The folder of the claim's store. Throws InputError where there is no such claim.
  std::filesystem::path folder_of(const std::string& id) const;
  // Throws InputError where there is no such claim, or its store is damaged.
  Store open_claim(const std::string& id) const { return Store::open(folder_of(id)); }

  // Places in the folder.
  static std::filesystem::path catalogue_of(const std::filesystem::path& folder);
  static std::filesystem::path claims_of(const std::filesystem::path& folder);

 private:
  std::filesystem::path path_;
  std::vector<CatalogueEntry> claims_;
};

// The sums over all claims.
CatalogueEntry sum_of(const std::vector<CatalogueEntry>& claims);

// Makes an empty one where the folder is missing or empty; leaves one that is there. Throws
// InputError where the folder holds anything else, or a store of another kind or version.
void make_knowledge_store(const std::filesystem::path& folder);

}  // namespace assay::retrieval
