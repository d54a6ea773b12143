#pragma once
#include <filesystem>

// The files of a store:
//
//   manifest.json      version, counts, what it was made from, and the size of every other file
//   documents.table    where each document stands in the next three, and its date
//   documents.meta     everything but text and source bytes (documents/document.h)
//   documents.text     texts
//   documents.bytes    source bytes, of documents whose source is not their text
//   passages.table     where each passage stands in which document, and what it repeats
//                      (retrieval/passages)
//   index/             the full-text index of the passages (retrieval/index)
//
// and, where a document shows a picture whose bytes are at hand (picture_table.h):
//
//   pictures.table     each picture's SHA-256, and where it stands in the next two
//   pictures.bytes     the bytes of each picture as they came, once
//   pictures.shown     which showings are its
//   showings.table     which document shows which picture
//   pictures.words/    a full-text index of the words of each showing
//   pictures.index/    what the pictures look like (vision/image_index.h)
//
// docs/architecture.md shows them in their place.
namespace assay::retrieval {

inline constexpr int store_version = 3;
inline constexpr const char* store_format = "assay-store";
inline constexpr const char* manifest_name = "manifest.json";
inline constexpr const char* table_name = "documents.table";
inline constexpr const char* metadata_name = "documents.meta";
inline constexpr const char* text_name = "documents.text";
inline constexpr const char* bytes_name = "documents.bytes";
inline constexpr const char* passages_name = "passages.table";
inline constexpr const char* index_name = "index";
inline constexpr const char* pictures_name = "pictures.table";
inline constexpr const char* picture_bytes_name = "pictures.bytes";
inline constexpr const char* shown_name = "pictures.shown";
inline constexpr const char* showings_name = "showings.table";
inline constexpr const char* picture_words_name = "pictures.words";
inline constexpr const char* picture_index_name = "pictures.index";
// Held locked while a store is built, so that what a killed build left behind can be told from one
// that goes on.
inline constexpr const char* building_name = "building.lock";

// Is the folder a store, be it a damaged one?
bool looks_like_store(const std::filesystem::path& folder);

}  // namespace assay::retrieval
