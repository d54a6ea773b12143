#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "retrieval/documents/file.h"

// passages.table: a header, then one row per passage, little-endian; passages of one document stand
// together, in the order of its text, and documents in the order of their numbers.
namespace assay::retrieval {

struct PassageHeader {
  std::array<char, 12> magic{'A', 's', 's', 'a', 'y', ' ', 'p', 'a', 's', 's', 'a', '\n'};
  std::uint32_t version = 1;
  friend bool operator==(const PassageHeader&, const PassageHeader&) = default;
};

struct PassageRow {
  std::uint32_t document = 0;
  std::uint32_t begin = 0;  // bytes of the document's text
  std::uint32_t end = 0;
  std::uint32_t same_as = 0;  // the earliest passage that it repeats; itself where it is new
};

static_assert(sizeof(PassageHeader) == 16 && sizeof(PassageRow) == 16);

// Which passage is of which document. Copies share it; safe to use from several threads.
class PassageTable {
 public:
  // Throws InputError where the file is cut short or no such table.
  static PassageTable open(const std::filesystem::path& file);
  explicit PassageTable(std::vector<PassageRow> rows);

  std::uint32_t size() const { return static_cast<std::uint32_t>(rows_.size()); }
  // Throws std::out_of_range where there is no such passage.
  const PassageRow& row(std::uint32_t passage) const;
  std::uint32_t document(std::uint32_t passage) const { return row(passage).document; }
  // What it repeats, itself where it is new, or where the table is damaged there.
  std::uint32_t group(std::uint32_t passage) const;
  // The document's passages: the first, and one behind the last.
  std::pair<std::uint32_t, std::uint32_t> of(std::uint32_t document) const;
  // The passages before and after it in its document.
  std::optional<std::uint32_t> before(std::uint32_t passage) const;
  std::optional<std::uint32_t> after(std::uint32_t passage) const;

 private:
  PassageTable() = default;
  struct Owned;
  std::shared_ptr<const Owned> owned_;
  std::span<const PassageRow> rows_;
};

}  // namespace assay::retrieval
