#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

// The tables of pictures, little-endian. pictures.table: a header, then one row per picture; its
// bytes begin where those of the picture before it end, and so do its numbers in pictures.shown.
// showings.table: a header, then one row per picture of a document, in the order of the documents
// and of their pictures; its number is that of its words in the index of picture words.
// pictures.shown: numbers of showings, those of one picture together.
namespace assay::retrieval {

using PictureDigest = std::array<std::uint8_t, 32>;
PictureDigest picture_digest(std::string_view sha256);  // of 64 hex digits
std::string hex_of(const PictureDigest& digest);

struct PictureHeader {
  std::array<char, 12> magic{'A', 's', 's', 'a', 'y', ' ', 'p', 'i', 'c', 't', 's', '\n'};
  std::uint32_t version = 1;
  friend bool operator==(const PictureHeader&, const PictureHeader&) = default;
};

struct PictureRow {
  PictureDigest sha256{};
  std::uint64_t bytes_end = 0;
  std::uint64_t shown_end = 0;
};

struct Showing {
  std::uint32_t document = 0;
  std::uint32_t image = 0;  // index into Document::images
  std::uint32_t picture = 0;
};

static_assert(sizeof(PictureHeader) == 16 && sizeof(PictureRow) == 48 && sizeof(Showing) == 12);

}  // namespace assay::retrieval
