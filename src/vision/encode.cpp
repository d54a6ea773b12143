#include "vision/encode.h"

#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <stdexcept>
// After <cstdio>, which it needs and doesn't include.
#include <jpeglib.h>

#include "vision/codec.h"
#include "vision/row_sink.h"

namespace assay::vision {
namespace {

struct JpegErrors {
  jpeg_error_mgr base;
  std::jmp_buf jump;
};

// The one call that may longjmp is in a member that has only plain locals.
class JpegWriter {
 public:
  JpegWriter() = default;
  ~JpegWriter() {
    jpeg_destroy_compress(&info_);
    std::free(bytes_);
  }
  JpegWriter(const JpegWriter&) = delete;
  JpegWriter& operator=(const JpegWriter&) = delete;

  bool write(const Picture& picture, int quality) {
    info_.err = jpeg_std_error(&errors_.base);
    errors_.base.error_exit = [](j_common_ptr info) {
      std::longjmp(reinterpret_cast<JpegErrors*>(info->err)->jump, 1);
    };
    errors_.base.emit_message = [](j_common_ptr, int) {};
    if (setjmp(errors_.jump)) return false;
    jpeg_create_compress(&info_);
    jpeg_mem_dest(&info_, &bytes_, &size_);
    info_.image_width = static_cast<JDIMENSION>(picture.width);
    info_.image_height = static_cast<JDIMENSION>(picture.height);
    info_.input_components = 3;
    info_.in_color_space = JCS_RGB;
    jpeg_set_defaults(&info_);
    jpeg_set_quality(&info_, quality, TRUE);
    info_.optimize_coding = TRUE;
    jpeg_start_compress(&info_, TRUE);
    while (info_.next_scanline < info_.image_height) {
      auto* row = const_cast<JSAMPROW>(picture.row(static_cast<int>(info_.next_scanline)));
      jpeg_write_scanlines(&info_, &row, 1);
    }
    jpeg_finish_compress(&info_);
    return true;
  }
  std::string bytes() const { return {reinterpret_cast<const char*>(bytes_), size_}; }

 private:
  jpeg_compress_struct info_{};
  JpegErrors errors_{};
  unsigned char* bytes_ = nullptr;
  unsigned long size_ = 0;
};

}  // namespace

std::string encode_jpeg(const Picture& picture, int quality) {
  JpegWriter writer;
  if (picture.empty() || !writer.write(picture, std::clamp(quality, 1, 100)))
    throw std::runtime_error("the picture can't be written as JPEG");
  return writer.bytes();
}

std::string encode_png(const Picture& picture) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(picture.width);
  image.height = static_cast<png_uint_32>(picture.height);
  image.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::string bytes(size, '\0');
  if (picture.empty() || png_image_write_to_memory(&image, bytes.data(), &size, 0,
                                                   picture.rgb.data(), 0, nullptr) == 0)
    throw std::runtime_error("the picture can't be written as PNG");
  bytes.resize(size);
  return bytes;
}

Picture fitted(const Picture& picture, int max_side) {
  const auto size = scaled_size(picture.width, picture.height, max_side);
  if (size.width == picture.width && size.height == picture.height) return picture;
  RowScaler scaler({picture.width, picture.height}, size);
  for (int y = 0; y < picture.height; ++y) scaler.row(picture.row(y));
  return scaler.finish();
}

std::string encode_thumbnail(const Picture& picture, int max_side, std::size_t most_bytes) {
  std::string bytes;
  for (int side = max_side; side >= 64; side = side * 3 / 4) {
    const auto small = fitted(picture, side);
    for (const int quality : {82, 70, 55}) {
      bytes = encode_jpeg(small, quality);
      if (bytes.size() <= most_bytes) return bytes;
    }
  }
  return bytes;
}

}  // namespace assay::vision
