#include <avif/avif.h>

#include <algorithm>
#include <memory>
#include <new>

#include "vision/codec.h"
#include "vision/row_sink.h"

namespace assay::vision {
namespace {

using Decoder = std::unique_ptr<avifDecoder, void (*)(avifDecoder*)>;

void check(avifResult result) {
  if (result == AVIF_RESULT_OK) return;
  if (result == AVIF_RESULT_OUT_OF_MEMORY) throw std::bad_alloc();
  throw Undecodable(std::string("broken AVIF: ") + avifResultToString(result));
}

// The container turns (anticlockwise, in quarters) and then mirrors; EXIF's numbers say the same.
int orientation_of(const avifImage& image) {
  const int quarters = (image.transformFlags & AVIF_TRANSFORM_IROT) != 0 ? image.irot.angle & 3 : 0;
  constexpr int plain[] = {1, 8, 3, 6};
  if ((image.transformFlags & AVIF_TRANSFORM_IMIR) == 0) return plain[quarters];
  constexpr int top_to_bottom[] = {4, 5, 2, 7};
  constexpr int left_to_right[] = {2, 7, 4, 5};
  return image.imir.mode == 0 ? top_to_bottom[quarters] : left_to_right[quarters];
}

// The pixels of an avifImage as interleaved 8 bit.
class Rgb {
 public:
  explicit Rgb(const avifImage* image, bool alpha) {
    avifRGBImageSetDefaults(&all_, image);
    all_.depth = 8;
    all_.format = alpha ? AVIF_RGB_FORMAT_RGBA : AVIF_RGB_FORMAT_RGB;
    all_.alphaPremultiplied = AVIF_FALSE;
    avifRGBImageAllocatePixels(&all_);
    if (all_.pixels == nullptr) throw std::bad_alloc();
    if (const auto result = avifImageYUVToRGB(image, &all_); result != AVIF_RESULT_OK) {
      avifRGBImageFreePixels(&all_);
      check(result);
    }
  }
  ~Rgb() { avifRGBImageFreePixels(&all_); }
  Rgb(const Rgb&) = delete;
  Rgb& operator=(const Rgb&) = delete;
  const std::uint8_t* row(int y) const {
    return all_.pixels + static_cast<std::size_t>(y) * all_.rowBytes;
  }

 private:
  avifRGBImage all_{};
};

std::string text_of(const avifRWData& data) {
  return {reinterpret_cast<const char*>(data.data), data.size};
}

}  // namespace

Coded decode_avif(std::string_view bytes, const DecodeLimits& limits) {
  const Decoder decoder(avifDecoderCreate(), &avifDecoderDestroy);
  if (!decoder) throw std::bad_alloc();
  decoder->maxThreads = 1;
  decoder->ignoreXMP = AVIF_TRUE;
  // Boxes that strict readers demand are missing in many files that every browser shows.
  decoder->strictFlags = AVIF_STRICT_DISABLED;
  // The largest that libavif takes: its refusal wouldn't name the size. Below it, ours does.
  decoder->imageSizeLimit = AVIF_DEFAULT_IMAGE_SIZE_LIMIT;
  check(avifDecoderSetIOMemory(decoder.get(), reinterpret_cast<const std::uint8_t*>(bytes.data()),
                               bytes.size()));
  check(avifDecoderParse(decoder.get()));
  check_size(decoder->image->width, decoder->image->height, limits);
  // The coded frame may be larger than its box says.
  decoder->imageSizeLimit = static_cast<std::uint32_t>(
      std::min<std::int64_t>(limits.pixels, AVIF_DEFAULT_IMAGE_SIZE_LIMIT));
  check(avifDecoderNextImage(decoder.get()));
  const auto& image = *decoder->image;
  check_size(image.width, image.height, limits);
  Coded coded;
  coded.width = static_cast<int>(image.width);
  coded.height = static_cast<int>(image.height);
  coded.exif = text_of(image.exif);
  coded.orientation = orientation_of(image);
  const bool alpha = image.alphaPlane != nullptr;
  const Rgb rgb(&image, alpha);
  RowSink sink({coded.width, coded.height}, scaled_size(coded.width, coded.height, limits.max_side),
               alpha ? Pixels::rgba : Pixels::rgb, text_of(image.icc), coded.notes);
  for (int y = 0; y < coded.height; ++y) sink.row(rgb.row(y));
  coded.picture = sink.finish();
  return coded;
}

}  // namespace assay::vision
