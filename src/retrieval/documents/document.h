#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/date.h"

namespace assay::retrieval {

// A picture that a document shows.
struct DocumentImage {
  std::string reference;  // a path, a URL, or `data:` and the type of a data URL
  std::string caption;
  std::string alt;
  std::string nearby;  // the words around it
  std::string sha256;  // of its bytes; empty: they are not at hand, or no picture
  std::string media_type;
  int width = 0;  // in pixels, upright
  int height = 0;
  std::optional<core::Date> taken;  // when the camera says
  std::string note;                 // what of it could not be read
  friend bool operator==(const DocumentImage&, const DocumentImage&) = default;
};

// One document of a corpus.
struct Document {
  std::string id;   // unique in its store; by default the path in its folder, or `FILE:LINE`
  std::string url;  // empty where unknown, as the other texts
  std::string title;
  std::string text;                // UTF-8; what quotations are spans of
  std::optional<core::Date> date;  // of publication
  std::string language;            // ISO 639-1
  std::string publisher;
  std::string author;
  std::vector<DocumentImage> images;
  std::string extractor;   // what made `text` from the source bytes: `article/1`, `jsonl/1`, …
  std::string media_type;  // of the source bytes: `html`, `text`, `markdown`, `pdf`, `jsonl`
  std::string bytes;       // the source bytes; empty: they are the text itself
  // Of a benchmark's knowledge store: which part of it, and the query that found the document.
  std::string collection;
  std::string query;
  std::string query_type;  // `claim`, `question`, …
  std::string filled;      // how its text was fetched anew: `plain`, `rendered`; empty: it was not
  friend bool operator==(const Document&, const Document&) = default;
};

// The parts of a benchmark's knowledge store (VILLAIN, section 3.1): text found by text queries,
// text of pages found by the claim's pictures, and pictures found by text queries. 0: none of them.
enum class Collection : std::uint32_t { none, text, image_text, images };
Collection collection_of(std::string_view name);
// `text`, `image_text`, `images`; empty for none.
const char* to_string(Collection collection);

// Everything but `text` and `bytes`, as the store keeps it.
std::string encode_metadata(const Document& document);
// The inverse; `text` and `bytes` stay empty. Throws InputError where the bytes are no metadata.
Document decode_metadata(std::string_view bytes);

// SHA-256 of all of it: two documents with one digest are the same.
std::string document_digest(std::string_view metadata, std::string_view text,
                            std::string_view bytes);

// `date` as a number that sorts (20240131), 0 where there is none; and back.
std::uint32_t packed_date(const std::optional<core::Date>& date);
std::optional<core::Date> unpacked_date(std::uint32_t packed);

// A file's relative path as an id: valid UTF-8, control characters and other bytes escaped.
std::string id_of_path(const std::string& relative);

// At most `limit` bytes of valid UTF-8, cut between characters. For messages.
std::string shortened(std::string_view text, std::size_t limit);

}  // namespace assay::retrieval
