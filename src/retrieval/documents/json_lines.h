#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "io/sha256.h"
#include "retrieval/documents/document.h"
#include "retrieval/documents/file.h"

namespace assay::retrieval {

// A longer line is a bad line: it is not read into memory.
inline constexpr std::size_t longest_line = 32 << 20;

// Whole lines of a file, a piece at a time, so that the file never stands in memory.
struct LineBlock {
  std::string bytes;             // the lines with their line ends; the last may have none
  std::uint64_t first_line = 1;  // number of its first line, from 1
  bool too_long = false;         // one line that is too long, of which nothing is given
};

// Reads a file of lines. Also a pipe's, once. Throws InputError where reading fails.
class LineReader {
 public:
  explicit LineReader(const std::filesystem::path& path);
  // Reads what `read` gives: up to the size of the buffer; 0 at the end.
  using Read = std::function<std::size_t(std::span<char>)>;
  explicit LineReader(Read read) : read_(std::move(read)) {}

  std::optional<LineBlock> next();
  // About how long the next blocks are to be.
  static constexpr std::size_t usual_block = 1 << 20;
  void set_block_bytes(std::size_t bytes) { block_bytes_ = bytes; }
  std::uint64_t bytes_read() const { return bytes_read_; }
  // SHA-256 of the bytes so far. Once, at the end.
  std::string digest() { return hash_.hex(); }

 private:
  bool fill(std::string& buffer);
  LineBlock skip_line();

  Read read_;
  io::Sha256 hash_;
  std::string rest_;  // the beginning of a line whose end was not read yet
  std::size_t block_bytes_ = usual_block;
  std::uint64_t line_ = 1;
  std::uint64_t bytes_read_ = 0;
  bool ended_ = false;
};

// A line that is no document. The message says why, without naming file or line.
struct BadLine : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Reads documents from JSON. Used by one thread at a time.
class DocumentParser {
 public:
  DocumentParser();
  ~DocumentParser();
  DocumentParser(DocumentParser&&) noexcept;
  DocumentParser& operator=(DocumentParser&&) noexcept;

  // One object {`id`,`url`,`title`,`text`,`date`,`images`}, all but `text` optional and null the
  // same as absent; `publisher`, `author` and `language` are taken too where they are texts, and
  // other fields are left alone. `images` holds texts or objects (`file`, `path`, `url` or `src`,
  // and `caption`, `title` or `alt`). An empty date is none. Without an id it gets `default_id`;
  // the language is not looked for. Throws BadLine.
  Document parse(std::string_view json, const std::string& default_id);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay::retrieval
