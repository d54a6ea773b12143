#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

// The files of an index. Numbers are little-endian.
//
//   fulltext.words      the terms one behind another, in the order of their bytes. A term is a byte
//                       that names its stemmer (language/stemmers.h) and the stem in UTF-8.
//   fulltext.terms      a TermRecord for each, and one more that holds the ends
//   fulltext.postings   for each term the documents that hold it, and how often (postings.h)
//   fulltext.positions  for each term and document the places of the term among the words
//   fulltext.lengths    for each document how many words it has
//   fulltext.header     Header: the sizes and checksums of the others. Written last.
namespace assay::retrieval {

inline constexpr std::uint32_t index_version = 1;
inline constexpr std::array<char, 8> index_magic = {'A', 's', 's', 'a', 'y', 'F', 'T', 'X'};

enum Section : std::size_t {
  words_section,
  terms_section,
  postings_section,
  positions_section,
  lengths_section,
  section_count
};
inline constexpr std::array<std::string_view, section_count> section_files = {
    "fulltext.words", "fulltext.terms", "fulltext.postings", "fulltext.positions",
    "fulltext.lengths"};
inline constexpr std::string_view header_file = "fulltext.header";

struct Header {
  std::array<char, 8> magic = index_magic;
  std::uint32_t version = index_version;
  std::uint32_t documents = 0;
  std::uint64_t tokens = 0;
  std::uint64_t terms = 0;
  std::array<std::uint64_t, section_count> sizes{};
  std::array<std::uint64_t, section_count> checksums{};
  std::uint64_t checksum = 0;  // of what stands before it
};
static_assert(sizeof(Header) == 8 + 4 + 4 + 8 + 8 + 2 * 8 * section_count + 8);

struct TermRecord {
  std::uint64_t word = 0;       // where its bytes begin; they end where the next term's begin
  std::uint64_t postings = 0;   // likewise
  std::uint64_t positions = 0;  // likewise
  std::uint32_t documents = 0;
  std::uint32_t reserved = 0;
};
static_assert(sizeof(TermRecord) == 32);

// Of a term that more than one block of documents hold: what is known of each block unread. The
// two bounds together bound the score, whatever BM25's parameters are.
struct SkipEntry {
  std::uint32_t last = 0;       // its last document
  std::uint32_t most = 0;       // the highest frequency in it
  std::uint32_t shortest = 0;   // the length of its shortest document
  std::uint32_t offset = 0;     // where its bytes begin, from the end of the skip entries
  std::uint64_t positions = 0;  // where its positions begin, from the term's
};
static_assert(sizeof(SkipEntry) == 24);

}  // namespace assay::retrieval
