#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "assay/core/date.h"
#include "retrieval/knowledge/defects.h"
#include "retrieval/store/manifest.h"

// A knowledge store is one folder:
//
//   knowledge.json     what it is
//   catalogue.jsonl    one line for each claim that is finished; of several of one claim the last
//                      counts
//   claims/FOLDER/     the store of each claim (retrieval/store)
//   building/          what a build has not finished; building.lock is held meanwhile
namespace assay::retrieval {

// What the catalogue says of one claim.
struct CatalogueEntry {
  std::string id;
  std::string text;                // of the claim, where a file of claims was given
  std::optional<core::Date> date;  // of the claim, likewise
  std::string folder;              // in claims/
  std::string made_from;           // the path that was named; for people, and to tell claims apart
  std::string recipe;              // of what it was made from and how, as Manifest::recipe
  std::string fingerprint;         // of the store
  std::uint64_t documents = 0;
  std::uint64_t passages = 0;
  std::uint64_t repeated_passages = 0;
  std::uint64_t pictures = 0;
  std::uint64_t without_text = 0;
  std::uint64_t filled = 0;
  std::uint64_t text_bytes = 0;
  std::uint64_t bytes = 0;  // on disk
  Defects defects;
};

// Sorted as claims are: numbers by size before names.
bool claim_before(const std::string& a, const std::string& b);

// The finished claims. Lines that can't be read (the last one of a machine that stopped) are passed
// over: those claims are built again. Throws InputError where the file can't be read or is too
// long; a file that isn't there holds nothing.
std::vector<CatalogueEntry> read_catalogue(const std::filesystem::path& file);

// Adds a line in one step and waits until it is on the disk. Throws InputError.
void append_to_catalogue(const std::filesystem::path& file, const CatalogueEntry& entry);

// The name of a claim's folder, fit for every file system; different ids have different ones.
std::string claim_folder(const std::string& id);

}  // namespace assay::retrieval
