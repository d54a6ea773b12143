#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "retrieval/documents/document.h"
#include "retrieval/knowledge/defects.h"
#include "retrieval/knowledge/zip.h"

namespace assay::retrieval {

// A file of lines (knowledge/line.h).
struct KnowledgeFile {
  Collection collection = Collection::none;
  std::filesystem::path path;              // of the file, or of the archive that holds it
  std::optional<ZipArchive::Entry> entry;  // in the archive
  std::uint64_t bytes = 0;                 // unpacked
};

// What one claim's store is made of.
struct ClaimInput {
  std::string id;
  std::vector<KnowledgeFile> files;
  std::filesystem::path pictures;  // a folder; empty: none
  std::uint64_t bytes = 0;         // of all of it
};

struct KnowledgeInputs {
  std::vector<ClaimInput> claims;  // by their numbers, then by their names
  Defects defects;                 // files that are none of the format
};

// AVeriTeC's knowledge store: `ID.json`, in the folder or archive (ZIP) or below it. Throws
// InputError where there is none.
KnowledgeInputs list_averitec(const std::filesystem::path& path);

// AVerImaTeC's three folders: `text_related/text_related_store_text_SPLIT/ID.json`,
// `text_related/image_related_store_text_SPLIT/ID.json`, and pictures in
// `image_related/image_related_store_image_SPLIT/ID/`; any of them may be missing. Without a split
// the only one there is. Throws InputError where there is none, or more than one.
KnowledgeInputs list_averimatec(const std::filesystem::path& folder, const std::string& split);

}  // namespace assay::retrieval
