#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "vision/decode.h"

// What the decoders of the single formats share. Not for other folders.
namespace assay::vision {

// What a decoder returns: not yet turned upright.
struct Coded {
  Picture picture;
  int width = 0;  // as the header says
  int height = 0;
  int orientation = 0;  // 1 to 8 as in EXIF; 0: what `exif` says
  std::string exif;     // the TIFF structure, without the `Exif\0\0` before it
  bool complete = true;
  std::vector<std::string> notes;
};

Coded decode_jpeg(std::string_view bytes, const DecodeLimits& limits);
Coded decode_png(std::string_view bytes, const DecodeLimits& limits);
Coded decode_webp(std::string_view bytes, const DecodeLimits& limits);
Coded decode_gif(std::string_view bytes, const DecodeLimits& limits);
Coded decode_heic(std::string_view bytes, const DecodeLimits& limits);
Coded decode_avif(std::string_view bytes, const DecodeLimits& limits);
Coded decode_bmp(std::string_view bytes, const DecodeLimits& limits);
Coded decode_tiff(std::string_view bytes, const DecodeLimits& limits);

// Registers what the HEIC decoder needs. decode_heic() does it, too; a process that may open no
// files later calls it before.
void prepare_heic();

// Throws Undecodable where the header promises nothing, or more than is decoded.
void check_size(std::int64_t width, std::int64_t height, const DecodeLimits& limits);
// Throws Undecodable where a decoder would need a buffer of so many bytes and may not.
void check_memory(std::uint64_t bytes, const DecodeLimits& limits);

// The size that `width` × `height` is scaled down to; never larger, no side below 1.
struct Size {
  int width = 0;
  int height = 0;
};
Size scaled_size(int width, int height, int max_side);

// "the picture breaks off after 300 of 800 rows; what is above is used"
std::string broken_after(int rows, int of);

}  // namespace assay::vision
