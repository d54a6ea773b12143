#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "vision/picture.h"

// Pictures in every format that is decoded, made here so that no file needs to be kept.
namespace assay::test {

// A colourful pattern that tells each corner from the others.
vision::Picture pattern(int width, int height);
// Largest and mean difference of two pictures of one size, in steps of 255; 255 of other sizes.
int largest_difference(const vision::Picture& a, const vision::Picture& b);
double mean_difference(const vision::Picture& a, const vision::Picture& b);

struct JpegOptions {
  bool progressive = false;
  int quality = 90;
  std::string profile = {};  // ICC
  std::string exif = {};     // TIFF structure
};
std::string jpeg(const vision::Picture& picture, const JpegOptions& options = {});
// As Adobe's programs write it: ink inverted, with their mark; `ycck` as YCCK.
std::string cmyk_jpeg(const vision::Picture& picture, bool ycck, bool adobe);
std::string gray_jpeg(const vision::Picture& picture);

struct PngOptions {
  bool interlaced = false;
  bool sixteen = false;
  bool gray = false;
  int alpha = -1;  // 0 to 255 for all pixels; -1: no alpha channel
  std::string profile = {};
  std::string exif = {};
};
std::string png(const vision::Picture& picture, const PngOptions& options = {});
// A chunk with its length and checksum.
std::string png_chunk(std::string_view type, std::string_view data);
// Header of a PNG, whatever it promises.
std::string png_header(std::uint32_t width, std::uint32_t height, int depth, int colour);

std::string webp(const vision::Picture& picture, bool lossless);
std::string webp_with_alpha(const vision::Picture& picture, int alpha);
std::string gif(const vision::Picture& picture, int frames, bool interlaced = false);
std::string heic(const vision::Picture& picture);
std::string avif(const vision::Picture& picture, int quarters_turned = 0);
std::string bmp(const vision::Picture& picture);
std::string run_length_bmp(int width, int height, int colour);
std::string tiff(const vision::Picture& picture, int bits, bool compressed, int orientation = 1);

// EXIF of an orientation and, where not empty, a date `2019:05:06 07:08:09`.
std::string exif(int orientation, std::string_view date = {});
// An ICC profile of other primaries than sRGB: red and green are exchanged, which nobody overlooks.
std::string swapped_profile();
std::string gray_profile();

}  // namespace assay::test
