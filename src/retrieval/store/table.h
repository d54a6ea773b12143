#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

// documents.table: a header, then one row per document, little-endian. A document's part of a file
// begins where that of the one before it ends.
namespace assay::retrieval {

struct TableHeader {
  std::array<char, 12> magic{'A', 's', 's', 'a', 'y', ' ', 't', 'a', 'b', 'l', 'e', '\n'};
  std::uint32_t version = 1;
  friend bool operator==(const TableHeader&, const TableHeader&) = default;
};

struct TableRow {
  std::array<std::uint64_t, 3> ends{};  // in metadata, text, bytes
  std::uint32_t date = 0;               // documents/document.h, packed_date()
  std::uint32_t collection = 0;         // documents/document.h, Collection
};

static_assert(sizeof(TableHeader) == 16 && sizeof(TableRow) == 32);

template <class T>
std::string_view bytes_of(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof(T)};
}

}  // namespace assay::retrieval
