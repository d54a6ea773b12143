#include "retrieval/documents/source.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "assay/core/error.h"
#include "io/files.h"
#include "language/detect.h"
#include "retrieval/documents/file.h"
#include "retrieval/documents/picture_words.h"
#include "retrieval/documents/sources.h"
#include "retrieval/passages/chunks.h"
#include "retrieval/store/layout.h"
#include "vision/picture_type.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;
using core::InputError;

// What a file that the user named holds, by its name, else by how it begins.
SourceKind kind_of_file(const fs::path& path) {
  if (has_json_name(path)) return SourceKind::json_lines;
  std::error_code error;
  // Looking into a pipe would take from it.
  if (!fs::is_regular_file(path, error)) return SourceKind::json_lines;
  File file(path);
  std::array<char, 512> first{};
  const std::string_view beginning(first.data(), file.read(first));
  const auto found = std::ranges::find_if_not(
      beginning, [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
  if (!path.has_extension() && found != beginning.end() && *found == '{')
    return SourceKind::json_lines;
  if (vision::picture_type_of(beginning) || web::media_type_of(path, beginning))
    return SourceKind::document;
  if (found != beginning.end() && *found == '{') return SourceKind::json_lines;
  throw InputError(
      "'" + io::shown(path) +
      "' is no corpus: give a folder of HTML, text, Markdown, PDF or picture files, a JSON "
      "Lines file, or a store");
}

// Its beginning tells the language of nearly every text, at a fraction of the cost of more.
std::string language_of(std::string_view text) {
  if (language::plainly_english(text)) return "en";
  std::size_t end = std::min<std::size_t>(text.size(), 400);
  while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
    --end;
  return language::detect(text.substr(0, end)).language;
}

}  // namespace

const char* to_string(SourceKind kind) {
  switch (kind) {
    case SourceKind::folder:
      return "folder";
    case SourceKind::document:
      return "document";
    case SourceKind::json_lines:
      return "json_lines";
    case SourceKind::store:
      return "store";
    case SourceKind::knowledge:
      return "knowledge";
  }
  return "";
}

void note_pictures(Prepared& prepared, const Document& document) {
  for (std::size_t i = 0; i < document.images.size(); ++i) {
    const auto& image = document.images[i];
    if (image.sha256.empty())
      ++prepared.not_at_hand;
    else
      prepared.pictures.push_back(
          {static_cast<std::uint32_t>(i), image.sha256, picture_words(document, image)});
  }
}

void note_passages(Prepared& prepared, std::span<const language::Span> sentences) {
  const std::string_view text = prepared.text;
  for (const auto& span : sentences.empty() ? chunks(text) : chunks(text, sentences))
    prepared.passages.push_back(
        {span, passage_sketch(text.substr(span.begin, span.end - span.begin))});
}

Prepared prepare(Document document) { return prepare(std::move(document), {}); }

Prepared prepare(Document document, std::span<const language::Span> sentences) {
  // A file's name is too short to tell.
  if (document.language.empty() && document.media_type != "picture")
    document.language = language_of(document.text);
  if (document.bytes == document.text) document.bytes.clear();
  Prepared prepared;
  prepared.metadata = encode_metadata(document);
  prepared.digest = document_digest(prepared.metadata, document.text, document.bytes);
  prepared.date = packed_date(document.date);
  prepared.collection = collection_of(document.collection);
  prepared.filled = !document.filled.empty();
  note_pictures(prepared, document);
  prepared.id = std::move(document.id);
  prepared.title = std::move(document.title);
  prepared.language = std::move(document.language);
  prepared.text = std::move(document.text);
  prepared.bytes = std::move(document.bytes);
  note_passages(prepared, sentences);
  return prepared;
}

void rename(Prepared& document, const std::string& id) {
  auto described = decode_metadata(document.metadata);
  described.id = id;
  document.id = id;
  document.metadata = encode_metadata(described);
  document.digest = document_digest(document.metadata, document.text, document.bytes);
}

std::unique_ptr<DocumentSource> open_source(const fs::path& path) {
  if (looks_like_store(path)) return open_store_source(path);
  std::error_code error;
  const auto status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found)
    throw InputError("the corpus '" + io::shown(path) + "' does not exist");
  if (fs::is_directory(status)) return open_folder_source(path);
  switch (kind_of_file(path)) {
    case SourceKind::json_lines:
      return open_json_lines_source(path);
    default:
      return open_document_source(path);
  }
}

}  // namespace assay::retrieval
