#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/date.h"
#include "vision/picture.h"
#include "vision/picture_type.h"

namespace assay::vision {

struct DecodeLimits {
  std::int64_t pixels = 64 << 20;  // width * height that the header may promise
  int side = 32'767;               // the longest side that the header may promise
  std::size_t memory = 448 << 20;  // bytes that one buffer of a decoder may take
  int max_side = 0;                // scales down so that no side is longer; 0: as it is
};

struct DecodedImage {
  Picture picture;
  int original_width = 0;  // as the header says, turned upright
  int original_height = 0;
  PictureType type = PictureType::jpeg;
  bool complete = true;             // false: broken; `picture` is what could be read of it
  std::optional<core::Date> taken;  // when the camera says that it was taken
  std::vector<std::string> notes;   // for people: what was repaired, ignored or left out
};

// Why there is no picture, in one line without the name of the file.
struct Undecodable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Decodes a JPEG, PNG, WebP, GIF, HEIC, AVIF, BMP or TIFF; of several frames or pages the first. A
// pure function of the bytes: it starts no threads, reads no files, and keeps nothing. The size in
// the header is checked before anything of that size is allocated.
//
// Orientation (EXIF, or the container's own) and colour profile are applied; a profile that can't
// be used is ignored with a note; what shines through is white.
//
// Of a broken JPEG (sequential), PNG, WebP (still), GIF, BMP and TIFF the rows before the break are
// returned, with `complete` false and a note; of a broken progressive JPEG or interlaced PNG the
// whole picture as sharp as it came. Broken HEIC and AVIF are undecodable: their data is one piece.
//
// Throws Undecodable; std::bad_alloc where there is less memory than `limits` allow.
DecodedImage decode(std::string_view bytes, const DecodeLimits& limits = {});

}  // namespace assay::vision
