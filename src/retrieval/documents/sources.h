#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>

#include "retrieval/documents/source.h"

// One per kind of source; open_source() chooses.
namespace assay::retrieval {

std::unique_ptr<DocumentSource> open_folder_source(const std::filesystem::path& path);
std::unique_ptr<DocumentSource> open_document_source(const std::filesystem::path& path);
std::unique_ptr<DocumentSource> open_json_lines_source(const std::filesystem::path& path);
std::unique_ptr<DocumentSource> open_store_source(const std::filesystem::path& path);
// The same with some of the documents replaced, by their numbers; what they show stays.
std::unique_ptr<DocumentSource> open_store_source(const std::filesystem::path& path,
                                                  std::map<std::uint32_t, Document> replaced);

}  // namespace assay::retrieval
