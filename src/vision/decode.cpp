#include "vision/decode.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "vision/codec.h"
#include "vision/exif.h"
#include "vision/orient.h"

namespace assay::vision {
namespace {

Coded decode_as(PictureType type, std::string_view bytes, const DecodeLimits& limits) {
  switch (type) {
    case PictureType::jpeg:
      return decode_jpeg(bytes, limits);
    case PictureType::png:
      return decode_png(bytes, limits);
    case PictureType::webp:
      return decode_webp(bytes, limits);
    case PictureType::gif:
      return decode_gif(bytes, limits);
    case PictureType::heic:
      return decode_heic(bytes, limits);
    case PictureType::avif:
      return decode_avif(bytes, limits);
    case PictureType::bmp:
      return decode_bmp(bytes, limits);
    case PictureType::tiff:
      return decode_tiff(bytes, limits);
  }
  throw Undecodable("unknown kind of picture");
}

[[noreturn]] void not_a_picture(std::string_view bytes) {
  if (bytes.empty()) throw Undecodable("it is empty");
  const auto start = bytes.substr(0, 256);
  if (start.find("<svg") != std::string_view::npos)
    throw Undecodable("it is an SVG drawing, which is not read");
  throw Undecodable("it is no JPEG, PNG, WebP, GIF, HEIC, AVIF, BMP or TIFF picture");
}

}  // namespace

void check_size(std::int64_t width, std::int64_t height, const DecodeLimits& limits) {
  if (width <= 0 || height <= 0) throw Undecodable("its header promises no pixels");
  // Sides first: their product can't overflow afterwards.
  if (width > limits.side || height > limits.side || width * height > limits.pixels)
    throw Undecodable("its header promises " + std::to_string(width) + " x " +
                      std::to_string(height) + " pixels, more than are decoded (" +
                      std::to_string(limits.pixels / 1'000'000) + " million, " +
                      std::to_string(limits.side) + " a side)");
}

void check_memory(std::uint64_t bytes, const DecodeLimits& limits) {
  if (bytes > limits.memory)
    throw Undecodable("decoding it takes " + std::to_string(bytes >> 20) +
                      " MiB of memory, more than the " + std::to_string(limits.memory >> 20) +
                      " MiB that it may have");
}

Size scaled_size(int width, int height, int max_side) {
  const int longest = std::max(width, height);
  if (max_side <= 0 || longest <= max_side) return {width, height};
  const double scale = static_cast<double>(max_side) / longest;
  const auto side = [&](int of) { return std::max(1, static_cast<int>(std::lround(of * scale))); };
  return {side(width), side(height)};
}

std::string broken_after(int rows, int of) {
  return "it breaks off after " + std::to_string(rows) + " of " + std::to_string(of) +
         " rows; what is above is used";
}

DecodedImage decode(std::string_view bytes, const DecodeLimits& limits) {
  const auto type = picture_type_of(bytes);
  if (!type) not_a_picture(bytes);
  auto coded = decode_as(*type, bytes, limits);
  if (coded.picture.empty()) throw Undecodable("it breaks off before the first row of pixels");
  const auto exif = read_exif(coded.exif);
  const int orientation = coded.orientation != 0 ? coded.orientation : exif.orientation;
  DecodedImage image;
  image.picture = oriented(std::move(coded.picture), orientation);
  image.original_width = coded.width;
  image.original_height = coded.height;
  if (orientation >= 5) std::swap(image.original_width, image.original_height);
  image.type = *type;
  image.complete = coded.complete;
  image.taken = exif.taken;
  image.notes = std::move(coded.notes);
  return image;
}

}  // namespace assay::vision
