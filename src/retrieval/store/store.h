#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "retrieval/documents/document.h"
#include "retrieval/documents/file.h"
#include "retrieval/index/index.h"
#include "retrieval/passages/table.h"
#include "retrieval/store/manifest.h"
#include "retrieval/store/pictures.h"

namespace assay::retrieval {

// Documents and an index of their passages on disk (layout.h), read-only. Many processes and
// threads may read one at a time; one that is open stays whole where it is built anew.
class Store {
 public:
  // Throws InputError where the folder is no store, is damaged or cut short, or was made by
  // another version.
  static Store open(const std::filesystem::path& folder);

  const std::filesystem::path& path() const { return path_; }
  const Manifest& manifest() const { return manifest_; }
  const Index& index() const { return index_; }
  std::uint32_t documents() const { return static_cast<std::uint32_t>(manifest_.documents); }
  // What the index finds.
  const PassageTable& passages() const { return passages_; }

  // Each takes a document's number, below documents(), and throws InputError where its part of the
  // store is damaged.
  // Its date as packed_date() has it.
  std::uint32_t date(std::uint32_t number) const;
  Collection collection(std::uint32_t number) const;
  std::string metadata(std::uint32_t number) const;
  std::string text(std::uint32_t number) const;
  // Bytes [begin, end) of the text; what lies beyond its end is left out.
  std::string text(std::uint32_t number, std::uint32_t begin, std::uint32_t end) const;
  // As they are kept: empty where they are the text itself.
  std::string kept_bytes(std::uint32_t number) const;
  // Without the source bytes.
  Document document(std::uint32_t number) const;
  // What the text was made from; of a document that is a picture, the picture.
  std::string source_bytes(std::uint32_t number) const;

  // Null where no document shows a picture.
  const Pictures* pictures() const { return pictures_.get(); }

 private:
  struct Span {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };
  Store(std::filesystem::path path, Manifest manifest);
  Span span(std::uint32_t number, std::size_t column, const File& file) const;
  std::string read(std::uint32_t number, std::size_t column, const File& file) const;
  [[noreturn]] void damaged(const std::string& reason) const;

  std::filesystem::path path_;
  Manifest manifest_;
  MappedFile table_;
  File metadata_;
  File text_;
  File bytes_;
  PassageTable passages_;
  Index index_;
  std::unique_ptr<Pictures> pictures_;
};

}  // namespace assay::retrieval
