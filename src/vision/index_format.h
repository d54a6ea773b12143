#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "vision/features.h"

// The file of an ImageIndex. Not for other folders.
//
//   header | pictures | thumbnails | tints | features | postings | directory
//
// Every feature has one posting in the list of its word; a word is the first `word_bits` bits of
// the descriptor. Lists stand behind each other in the order of the words; directory[w] is where
// list w begins, directory[w + 1] where it ends. All numbers are in the machine's own byte order,
// which the magic number gives away.
namespace assay::vision {

inline constexpr std::uint64_t index_magic = 0x3149'5849'5953'4141;  // "AASYIXI1"
inline constexpr std::uint32_t index_version = 2;
inline constexpr const char* index_file = "pictures.idx";

struct IndexHeader {
  std::uint64_t magic = index_magic;
  std::uint32_t version = index_version;
  std::uint32_t word_bits = 0;
  std::uint64_t pictures = 0;
  std::uint64_t features = 0;
  std::uint64_t bytes = 0;     // of the whole file
  std::uint64_t checksum = 0;  // of the fields above
};

struct PictureEntry {
  std::uint64_t first_feature = 0;
  std::uint32_t features = 0;
  std::int32_t width = 0;
  std::int32_t height = 0;
  std::uint32_t unused = 0;
  PerceptualHash hash;
};

// What is compared before a picture is looked at: 64 more bits of the descriptor, and where the
// feature points to.
struct Posting {
  std::uint64_t signature = 0;
  std::uint32_t picture = 0;
  std::uint8_t angle = 0;
  std::int8_t octave = 0;
  std::uint16_t unused = 0;
};
static_assert(sizeof(IndexHeader) == 48 && sizeof(PictureEntry) == 56 && sizeof(Posting) == 16);

struct IndexLayout {
  IndexLayout(std::uint64_t pictures, std::uint64_t features, std::uint32_t word_bits);
  std::uint64_t pictures, thumbnails, tints, features, postings, directory, end;  // offsets
};

IndexHeader make_header(std::uint64_t pictures, std::uint64_t features);
std::uint64_t checksum_of(const IndexHeader& header);

inline std::uint64_t word_of(const Feature& feature, std::uint32_t word_bits) {
  return feature.descriptor[0] & ((std::uint64_t{1} << word_bits) - 1);
}
inline std::uint64_t signature_of(const Feature& feature) { return feature.descriptor[1]; }

// The parts of a file.
struct IndexView {
  IndexHeader header;
  std::span<const PictureEntry> pictures;
  std::span<const std::uint8_t> thumbnails;
  std::span<const std::int8_t> tints;
  std::span<const Feature> features;
  std::span<const Posting> postings;
  std::span<const std::uint64_t> directory;
};
// Throws InputError, which begins with `name`, where the bytes are no index of this version or
// don't hold together. What stands in the lists is checked when it is used.
IndexView view_index(std::span<const std::byte> bytes, const std::string& name);

// Fills in postings and directory of a file (`bytes` has its final size) whose other parts are
// there.
void fill_lists(std::span<std::byte> bytes);

}  // namespace assay::vision
