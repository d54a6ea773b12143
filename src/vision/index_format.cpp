#include "vision/index_format.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "assay/core/error.h"

namespace assay::vision {
namespace {

// About four features a word: few enough to look at, and the directory stays small beside them.
constexpr std::uint32_t fewest_word_bits = 8;
constexpr std::uint32_t most_word_bits = 22;
// Beyond these a file would be larger than any disk, and sums of sizes could overflow.
constexpr std::uint64_t most_pictures = std::uint64_t{1} << 32;
constexpr std::uint64_t most_index_features = std::uint64_t{1} << 42;

[[noreturn]] void damaged(const std::string& name, const char* what) {
  throw core::InputError(name + ": the picture index is damaged (" + what + "); build it again");
}

template <class T>
std::span<const T> part(std::span<const std::byte> bytes, std::uint64_t at, std::uint64_t count) {
  return {reinterpret_cast<const T*>(bytes.data() + at), static_cast<std::size_t>(count)};
}

void check_pictures(const IndexView& view, const std::string& name) {
  std::uint64_t next = 0;
  for (const auto& picture : view.pictures) {
    if (picture.first_feature != next || picture.features > most_features || picture.width <= 0 ||
        picture.height <= 0)
      damaged(name, "a picture's entry");
    next += picture.features;
  }
  if (next != view.features.size()) damaged(name, "the number of features");
}

void check_directory(const IndexView& view, const std::string& name) {
  if (view.directory.front() != 0 || view.directory.back() != view.postings.size() ||
      !std::is_sorted(view.directory.begin(), view.directory.end()))
    damaged(name, "the directory");
}

}  // namespace

IndexLayout::IndexLayout(std::uint64_t picture_count, std::uint64_t feature_count,
                         std::uint32_t word_bits)
    : pictures(sizeof(IndexHeader)),
      thumbnails(pictures + picture_count * sizeof(PictureEntry)),
      tints(thumbnails + picture_count * sizeof(Thumbnail)),
      features(tints + picture_count * sizeof(Tints)),
      postings(features + feature_count * sizeof(Feature)),
      directory(postings + feature_count * sizeof(Posting)),
      end(directory + ((std::uint64_t{1} << word_bits) + 1) * sizeof(std::uint64_t)) {}

std::uint64_t checksum_of(const IndexHeader& header) {
  std::uint64_t sum = 0xCBF2'9CE4'8422'2325;
  for (const std::uint64_t field :
       {header.magic, std::uint64_t{header.version}, std::uint64_t{header.word_bits},
        header.pictures, header.features, header.bytes})
    sum = (sum ^ field) * 0x0000'0100'0000'01B3 + (sum >> 29);
  return sum;
}

IndexHeader make_header(std::uint64_t pictures, std::uint64_t features) {
  IndexHeader header;
  header.pictures = pictures;
  header.features = features;
  header.word_bits = std::clamp<std::uint32_t>(
      static_cast<std::uint32_t>(std::bit_width(features / 4)), fewest_word_bits, most_word_bits);
  header.bytes = IndexLayout(pictures, features, header.word_bits).end;
  header.checksum = checksum_of(header);
  return header;
}

IndexView view_index(std::span<const std::byte> bytes, const std::string& name) {
  IndexView view;
  if (bytes.size() < sizeof(IndexHeader)) damaged(name, "too short");
  std::memcpy(&view.header, bytes.data(), sizeof(IndexHeader));
  const auto& header = view.header;
  if (header.magic != index_magic) throw core::InputError(name + ": this is no picture index");
  if (header.version != index_version)
    throw core::InputError(name + ": a picture index of version " + std::to_string(header.version) +
                           ", this program reads version " + std::to_string(index_version) +
                           "; build it again");
  if (header.checksum != checksum_of(header)) damaged(name, "its header");
  if (header.pictures > most_pictures || header.features > most_index_features ||
      header.word_bits < fewest_word_bits || header.word_bits > most_word_bits)
    damaged(name, "its header");
  const IndexLayout layout(header.pictures, header.features, header.word_bits);
  if (layout.end != header.bytes || layout.end != bytes.size()) damaged(name, "its length");
  view.pictures = part<PictureEntry>(bytes, layout.pictures, header.pictures);
  view.thumbnails =
      part<std::uint8_t>(bytes, layout.thumbnails, header.pictures * sizeof(Thumbnail));
  view.tints = part<std::int8_t>(bytes, layout.tints, header.pictures * sizeof(Tints));
  view.features = part<Feature>(bytes, layout.features, header.features);
  view.postings = part<Posting>(bytes, layout.postings, header.features);
  view.directory =
      part<std::uint64_t>(bytes, layout.directory, (std::uint64_t{1} << header.word_bits) + 1);
  check_pictures(view, name);
  check_directory(view, name);
  return view;
}

void fill_lists(std::span<std::byte> bytes) {
  IndexHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  const IndexLayout layout(header.pictures, header.features, header.word_bits);
  const auto pictures = part<PictureEntry>(bytes, layout.pictures, header.pictures);
  const auto features = part<Feature>(bytes, layout.features, header.features);
  auto* postings = reinterpret_cast<Posting*>(bytes.data() + layout.postings);
  auto* directory = reinterpret_cast<std::uint64_t*>(bytes.data() + layout.directory);
  const std::size_t words = std::size_t{1} << header.word_bits;
  std::vector<std::uint64_t> next(words);
  for (const auto& feature : features) ++next[word_of(feature, header.word_bits)];
  std::uint64_t at = 0;
  for (std::size_t word = 0; word < words; ++word) {
    directory[word] = at;
    at += next[word];
    next[word] = directory[word];
  }
  directory[words] = at;
  for (std::size_t i = 0; i < pictures.size(); ++i)
    for (std::uint32_t f = 0; f < pictures[i].features; ++f) {
      const auto& feature = features[pictures[i].first_feature + f];
      postings[next[word_of(feature, header.word_bits)]++] = {
          signature_of(feature), static_cast<std::uint32_t>(i), feature.angle, feature.octave, 0};
    }
}

}  // namespace assay::vision
