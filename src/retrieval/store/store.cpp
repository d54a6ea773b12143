#include "retrieval/store/store.h"

#include <sys/stat.h>

#include <algorithm>
#include <utility>

#include "assay/core/error.h"
#include "io/files.h"
#include "retrieval/store/layout.h"
#include "retrieval/store/table.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;
using core::InputError;

enum Column : std::size_t { in_metadata, in_text, in_bytes };

ino_t inode(const fs::path& folder) {
  struct stat info{};
  return ::stat(folder.c_str(), &info) == 0 ? info.st_ino : 0;
}

TableRow row_at(std::string_view table, std::uint64_t number) {
  TableRow row;
  std::memcpy(&row, table.data() + sizeof(TableHeader) + number * sizeof(TableRow), sizeof(row));
  return row;
}

}  // namespace

// Another process may put a new store in its place while this one opens file after file.
Store Store::open(const fs::path& folder) {
  for (int attempt = 0;; ++attempt) {
    const auto before = inode(folder);
    try {
      Store store(folder, read_manifest(folder));
      if (attempt >= 3 || inode(folder) == before) return store;
    } catch (const InputError&) {
      if (attempt >= 3 || inode(folder) == before) throw;
    }
  }
}

Store::Store(fs::path path, Manifest manifest)
    : path_(std::move(path)),
      manifest_(std::move(manifest)),
      table_(path_ / table_name),
      metadata_(path_ / metadata_name),
      text_(path_ / text_name),
      bytes_(path_ / bytes_name),
      passages_(PassageTable::open(path_ / passages_name)),
      index_(Index::open(path_ / index_name)),
      pictures_(manifest_.pictures > 0 ? open_pictures(path_) : nullptr) {
  const auto table = table_.bytes();
  if (manifest_.documents > UINT32_MAX ||
      table.size() != sizeof(TableHeader) + manifest_.documents * sizeof(TableRow))
    damaged("documents.table does not fit the number of documents");
  TableHeader header;
  std::memcpy(&header, table.data(), sizeof(header));
  if (header != TableHeader{}) damaged("documents.table does not begin as it should");
  if (passages_.size() != manifest_.passages)
    damaged("passages.table does not fit the number of passages");
  if (index_.documents() != manifest_.passages) damaged("the index has other passages");
  if (pictures_ && pictures_->pictures() != manifest_.pictures)
    damaged("pictures.table does not fit the number of pictures");
  for (const auto& [name, file, column] :
       {std::tuple{metadata_name, &metadata_, in_metadata}, std::tuple{text_name, &text_, in_text},
        std::tuple{bytes_name, &bytes_, in_bytes}}) {
    const auto end =
        manifest_.documents == 0 ? 0 : row_at(table, manifest_.documents - 1).ends[column];
    if (end != file->size()) damaged(std::string(name) + " does not fit documents.table");
  }
}

void Store::damaged(const std::string& reason) const {
  throw InputError("the store '" + io::shown(path_) + "' is damaged or cut short: " + reason +
                   "; build it again");
}

Store::Span Store::span(std::uint32_t number, std::size_t column, const File& file) const {
  if (number >= documents()) throw std::out_of_range("no such document in the store");
  Span span;
  if (number > 0) span.begin = row_at(table_.bytes(), number - 1).ends[column];
  span.end = row_at(table_.bytes(), number).ends[column];
  if (span.begin > span.end || span.end > file.size())
    damaged("documents.table points outside of '" + file.path().filename().string() + "'");
  return span;
}

std::string Store::read(std::uint32_t number, std::size_t column, const File& file) const {
  const auto [begin, end] = span(number, column, file);
  return file.read_at(begin, end - begin);
}

std::uint32_t Store::date(std::uint32_t number) const {
  if (number >= documents()) throw std::out_of_range("no such document in the store");
  return row_at(table_.bytes(), number).date;
}

Collection Store::collection(std::uint32_t number) const {
  if (number >= documents()) throw std::out_of_range("no such document in the store");
  return static_cast<Collection>(row_at(table_.bytes(), number).collection);
}

std::string Store::metadata(std::uint32_t number) const {
  return read(number, in_metadata, metadata_);
}
std::string Store::text(std::uint32_t number) const { return read(number, in_text, text_); }
std::string Store::text(std::uint32_t number, std::uint32_t begin, std::uint32_t end) const {
  const auto whole = span(number, in_text, text_);
  const auto size = whole.end - whole.begin;
  const auto to = std::min<std::uint64_t>(end, size);
  return begin < to ? text_.read_at(whole.begin + begin, to - begin) : std::string();
}
std::string Store::kept_bytes(std::uint32_t number) const { return read(number, in_bytes, bytes_); }

Document Store::document(std::uint32_t number) const {
  const auto described = metadata(number);
  Document document;
  try {
    document = decode_metadata(described);
  } catch (const InputError& error) {
    damaged("document " + std::to_string(number) + ": " + error.what());
  }
  document.text = text(number);
  return document;
}

std::string Store::source_bytes(std::uint32_t number) const {
  auto bytes = kept_bytes(number);
  if (!bytes.empty()) return bytes;
  if (pictures_ && document(number).media_type == "picture")
    if (const auto picture = pictures_->find(number, 0)) return pictures_->bytes(*picture);
  return text(number);
}

}  // namespace assay::retrieval
