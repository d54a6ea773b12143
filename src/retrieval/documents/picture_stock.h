#pragma once
#include <array>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "assay/core/date.h"
#include "vision/features.h"
#include "vision/picture_reader.h"

namespace assay::retrieval {

// A longer file or data URL is not read as a picture.
inline constexpr std::size_t longest_picture = 64 << 20;
// Spacers and icons are smaller, on either side: they are no pictures that anybody looks for.
inline constexpr int smallest_picture = 32;

// What is known of a picture by its bytes.
struct PictureFacts {
  std::string media_type;
  int width = 0;  // upright, in pixels
  int height = 0;
  std::optional<core::Date> taken;
  std::string note;     // of one that is broken in part, or was made fit
  std::string problem;  // why it can't be decoded; then nothing else is known
  bool small() const { return width < smallest_picture || height < smallest_picture; }
};

// The bytes of a picture: in memory, or, where they are long, in the file that they came from.
struct PictureBytes {
  std::string sha256;
  std::string bytes;
  std::filesystem::path path;
};

// A picture that is to be kept.
struct DecodedPicture {
  PictureBytes bytes;
  vision::Fingerprint fingerprint;
};

// The pictures of one build, each decoded once however many documents show it. Safe to use from
// several threads. What was decoded stays here only until it is taken.
class PictureStock {
 public:
  // What is known of these bytes, decoded with the reader unless they were before, or are at this
  // moment by another thread, for which it waits. Throws InputError where no worker can be started.
  PictureFacts facts(vision::PictureReader& reader, const PictureBytes& bytes);
  // The same where they were decoded before.
  std::optional<PictureFacts> known(const std::string& sha256);
  // The picture, the first time that it is asked for. Its bytes are read again where they were not
  // kept in memory. Throws InputError where they have changed since.
  std::optional<DecodedPicture> take(const std::string& sha256);

 private:
  // Of 64 digits, so that many pictures take little memory.
  using Key = std::array<std::uint64_t, 4>;
  struct KeyHash {
    std::size_t operator()(const Key& key) const { return key[0]; }
  };
  struct Entry {
    bool decoding = true;
    PictureFacts facts;
    std::unique_ptr<DecodedPicture> picture;
  };
  static Key key_of(std::string_view sha256);

  std::mutex lock_;
  std::condition_variable changed_;
  std::unordered_map<Key, Entry, KeyHash> entries_;
};

// Decodes and, where it can be and is not small, fingerprints. Positions that a match gives are
// those of the picture as PictureReader::read() gives it by default.
PictureFacts decode_picture(vision::PictureReader& reader, std::string_view bytes,
                            vision::Fingerprint& fingerprint);

}  // namespace assay::retrieval
