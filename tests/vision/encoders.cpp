#include "vision/encoders.h"

#include <avif/avif.h>
#include <gif_lib.h>
#include <lcms2.h>
#include <libheif/heif.h>
#include <png.h>
#include <tiffio.h>
#include <webp/encode.h>
#include <zlib.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <vector>
// After <cstdio>, which it needs and doesn't include.
#include <jpeglib.h>

#ifdef ASSAY_SANITIZED
// The HEVC encoder that only the tests use keeps a table for ever.
extern "C" const char* __lsan_default_suppressions() { return "leak:libx265"; }
#endif

namespace assay::test {
namespace {

using vision::Picture;

void need(bool condition, const char* what) {
  if (!condition) throw std::runtime_error(std::string("the test's encoder failed: ") + what);
}

std::string number(std::uint32_t value, int bytes, bool big) {
  std::string text(static_cast<std::size_t>(bytes), '\0');
  for (int i = 0; i < bytes; ++i)
    text[static_cast<std::size_t>(big ? bytes - 1 - i : i)] =
        static_cast<char>(value >> (8 * i) & 255);
  return text;
}
std::string big(std::uint32_t value, int bytes = 4) { return number(value, bytes, true); }
std::string little(std::uint32_t value, int bytes = 4) { return number(value, bytes, false); }

struct JpegTarget {
  jpeg_compress_struct info{};
  jpeg_error_mgr errors{};
  unsigned char* bytes = nullptr;
  unsigned long size = 0;
  JpegTarget() {
    info.err = jpeg_std_error(&errors);
    jpeg_create_compress(&info);
    jpeg_mem_dest(&info, &bytes, &size);
  }
  std::string finish() {
    jpeg_finish_compress(&info);
    std::string out(reinterpret_cast<const char*>(bytes), size);
    jpeg_destroy_compress(&info);
    std::free(bytes);
    return out;
  }
};

void set_size(JpegTarget& to, const Picture& picture, int components, J_COLOR_SPACE space) {
  to.info.image_width = static_cast<JDIMENSION>(picture.width);
  to.info.image_height = static_cast<JDIMENSION>(picture.height);
  to.info.input_components = components;
  to.info.in_color_space = space;
  jpeg_set_defaults(&to.info);
}

void write_row(JpegTarget& to, std::vector<std::uint8_t>& row) {
  auto* data = row.data();
  jpeg_write_scanlines(&to.info, &data, 1);
}

void append(png_structp png, png_bytep data, std::size_t size) {
  static_cast<std::string*>(png_get_io_ptr(png))->append(reinterpret_cast<char*>(data), size);
}

int color_type(const PngOptions& options) {
  const int colour = options.gray ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGB;
  return options.alpha >= 0 ? colour | PNG_COLOR_MASK_ALPHA : colour;
}

std::vector<std::uint8_t> png_row(const Picture& picture, int y, const PngOptions& options) {
  std::vector<std::uint8_t> row;
  const auto put = [&](std::uint8_t value) {
    row.push_back(value);
    if (options.sixteen) row.push_back(value);
  };
  for (int x = 0; x < picture.width; ++x) {
    for (int c = 0; c < (options.gray ? 1 : 3); ++c) put(picture.row(y)[x * 3 + c]);
    if (options.alpha >= 0) put(static_cast<std::uint8_t>(options.alpha));
  }
  return row;
}

int collect_webp(const std::uint8_t* data, std::size_t size, const WebPPicture* picture) {
  static_cast<std::string*>(picture->custom_ptr)->append(reinterpret_cast<const char*>(data), size);
  return 1;
}

int write_gif(GifFileType* gif, const GifByteType* data, int size) {
  static_cast<std::string*>(gif->UserData)
      ->append(reinterpret_cast<const char*>(data), static_cast<std::size_t>(size));
  return size;
}

// Six steps of each colour.
int palette_index(const std::uint8_t* rgb) {
  return (rgb[0] + 25) / 51 * 36 + (rgb[1] + 25) / 51 * 6 + (rgb[2] + 25) / 51;
}

heif_error write_heif(heif_context*, const void* data, std::size_t size, void* user) {
  static_cast<std::string*>(user)->append(static_cast<const char*>(data), size);
  return {heif_error_Ok, heif_suberror_Unspecified, ""};
}

struct Memory {
  std::string bytes;
  std::size_t at = 0;
};
Memory& memory_of(thandle_t handle) { return *static_cast<Memory*>(handle); }
tmsize_t read_memory(thandle_t handle, void* to, tmsize_t size) {
  auto& memory = memory_of(handle);
  const auto count = std::min(static_cast<std::size_t>(size),
                              memory.bytes.size() - std::min(memory.at, memory.bytes.size()));
  std::memcpy(to, memory.bytes.data() + memory.at, count);
  memory.at += count;
  return static_cast<tmsize_t>(count);
}
tmsize_t write_memory(thandle_t handle, void* data, tmsize_t size) {
  auto& memory = memory_of(handle);
  const auto end = memory.at + static_cast<std::size_t>(size);
  if (memory.bytes.size() < end) memory.bytes.resize(end);
  std::memcpy(memory.bytes.data() + memory.at, data, static_cast<std::size_t>(size));
  memory.at = end;
  return size;
}
toff_t seek_memory(thandle_t handle, toff_t to, int whence) {
  auto& memory = memory_of(handle);
  memory.at = whence == SEEK_SET   ? to
              : whence == SEEK_CUR ? memory.at + to
                                   : memory.bytes.size() + to;
  return memory.at;
}
int close_memory(thandle_t) { return 0; }
toff_t size_of_memory(thandle_t handle) { return memory_of(handle).bytes.size(); }

std::string saved(cmsHPROFILE profile) {
  cmsUInt32Number size = 0;
  cmsSaveProfileToMem(profile, nullptr, &size);
  std::string bytes(size, '\0');
  cmsSaveProfileToMem(profile, bytes.data(), &size);
  cmsCloseProfile(profile);
  return bytes;
}

}  // namespace

Picture pattern(int width, int height) {
  Picture picture(width, height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      auto* to = picture.row(y) + x * 3;
      to[0] = static_cast<std::uint8_t>(255 * x / std::max(1, width - 1));
      to[1] = static_cast<std::uint8_t>(255 * y / std::max(1, height - 1));
      to[2] = static_cast<std::uint8_t>(x < width / 2 ? 40 : 200);
    }
  return picture;
}

int largest_difference(const Picture& a, const Picture& b) {
  if (a.width != b.width || a.height != b.height || a.rgb.size() != b.rgb.size()) return 255;
  int largest = 0;
  for (std::size_t i = 0; i < a.rgb.size(); ++i)
    largest = std::max(largest, std::abs(a.rgb[i] - b.rgb[i]));
  return largest;
}

double mean_difference(const Picture& a, const Picture& b) {
  if (a.width != b.width || a.height != b.height || a.rgb.empty()) return 255;
  double sum = 0;
  for (std::size_t i = 0; i < a.rgb.size(); ++i) sum += std::abs(a.rgb[i] - b.rgb[i]);
  return sum / static_cast<double>(a.rgb.size());
}

std::string jpeg(const Picture& picture, const JpegOptions& options) {
  JpegTarget to;
  set_size(to, picture, 3, JCS_RGB);
  jpeg_set_quality(&to.info, options.quality, TRUE);
  if (options.progressive) jpeg_simple_progression(&to.info);
  jpeg_start_compress(&to.info, TRUE);
  if (!options.exif.empty()) {
    const std::string marker = std::string("Exif\0\0", 6) + options.exif;
    jpeg_write_marker(&to.info, JPEG_APP0 + 1, reinterpret_cast<const JOCTET*>(marker.data()),
                      static_cast<unsigned>(marker.size()));
  }
  if (!options.profile.empty())
    jpeg_write_icc_profile(&to.info, reinterpret_cast<const JOCTET*>(options.profile.data()),
                           static_cast<unsigned>(options.profile.size()));
  for (int y = 0; y < picture.height; ++y) {
    std::vector<std::uint8_t> row(picture.row(y), picture.row(y) + picture.width * 3);
    write_row(to, row);
  }
  return to.finish();
}

std::string cmyk_jpeg(const Picture& picture, bool ycck, bool adobe) {
  JpegTarget to;
  set_size(to, picture, 4, JCS_CMYK);
  if (ycck) jpeg_set_colorspace(&to.info, JCS_YCCK);
  to.info.write_Adobe_marker = adobe ? TRUE : FALSE;
  jpeg_set_quality(&to.info, 95, TRUE);
  jpeg_start_compress(&to.info, TRUE);
  for (int y = 0; y < picture.height; ++y) {
    std::vector<std::uint8_t> row;
    for (int x = 0; x < picture.width; ++x) {
      for (int c = 0; c < 3; ++c) {
        const std::uint8_t value = picture.row(y)[x * 3 + c];
        row.push_back(adobe ? value : static_cast<std::uint8_t>(255 - value));
      }
      row.push_back(adobe ? 255 : 0);  // no black
    }
    write_row(to, row);
  }
  return to.finish();
}

std::string gray_jpeg(const Picture& picture) {
  JpegTarget to;
  set_size(to, picture, 1, JCS_GRAYSCALE);
  jpeg_set_quality(&to.info, 95, TRUE);
  jpeg_start_compress(&to.info, TRUE);
  for (int y = 0; y < picture.height; ++y) {
    std::vector<std::uint8_t> row;
    for (int x = 0; x < picture.width; ++x) row.push_back(picture.row(y)[x * 3]);
    write_row(to, row);
  }
  return to.finish();
}

std::string png(const Picture& picture, const PngOptions& options) {
  std::string out;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(png, &out, &append, nullptr);
  png_set_IHDR(png, info, static_cast<png_uint_32>(picture.width),
               static_cast<png_uint_32>(picture.height), options.sixteen ? 16 : 8,
               color_type(options), options.interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  if (!options.profile.empty()) {
    // By hand: libpng refuses to write what it would refuse to read.
    uLongf size = compressBound(options.profile.size());
    std::string packed(size, '\0');
    compress(reinterpret_cast<Bytef*>(packed.data()), &size,
             reinterpret_cast<const Bytef*>(options.profile.data()), options.profile.size());
    packed.resize(size);
    out += png_chunk("iCCP", std::string("p\0\0", 3) + packed);
  }
  if (!options.exif.empty()) out += png_chunk("eXIf", options.exif);
  std::vector<std::vector<std::uint8_t>> rows;
  std::vector<png_bytep> pointers;
  for (int y = 0; y < picture.height; ++y) rows.push_back(png_row(picture, y, options));
  for (auto& row : rows) pointers.push_back(row.data());
  png_write_image(png, pointers.data());
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return out;
}

std::string png_chunk(std::string_view type, std::string_view data) {
  const std::string body = std::string(type) + std::string(data);
  const auto sum =
      crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()));
  return big(static_cast<std::uint32_t>(data.size())) + body + big(static_cast<std::uint32_t>(sum));
}

std::string png_header(std::uint32_t width, std::uint32_t height, int depth, int colour) {
  return "\x89PNG\r\n\x1a\n" +
         png_chunk("IHDR", big(width) + big(height) + static_cast<char>(depth) +
                               static_cast<char>(colour) + std::string(3, '\0'));
}

std::string webp(const Picture& picture, bool lossless) {
  std::uint8_t* data = nullptr;
  const auto size = lossless ? WebPEncodeLosslessRGB(picture.rgb.data(), picture.width,
                                                     picture.height, picture.width * 3, &data)
                             : WebPEncodeRGB(picture.rgb.data(), picture.width, picture.height,
                                             picture.width * 3, 90, &data);
  std::string out(reinterpret_cast<const char*>(data), size);
  WebPFree(data);
  return out;
}

std::string webp_with_alpha(const Picture& picture, int alpha) {
  std::vector<std::uint8_t> rgba;
  for (std::size_t i = 0; i < picture.rgb.size(); i += 3) {
    rgba.insert(rgba.end(), picture.rgb.begin() + static_cast<std::ptrdiff_t>(i),
                picture.rgb.begin() + static_cast<std::ptrdiff_t>(i) + 3);
    rgba.push_back(static_cast<std::uint8_t>(alpha));
  }
  WebPConfig config;
  WebPPicture target;
  need(WebPConfigInit(&config) && WebPPictureInit(&target), "webp");
  config.lossless = 1;
  config.exact = 1;
  target.use_argb = 1;
  target.width = picture.width;
  target.height = picture.height;
  std::string out;
  target.writer = &collect_webp;
  target.custom_ptr = &out;
  need(WebPPictureImportRGBA(&target, rgba.data(), picture.width * 4) != 0, "webp");
  need(WebPEncode(&config, &target) != 0, "webp");
  WebPPictureFree(&target);
  return out;
}

std::string gif(const Picture& picture, int frames, bool interlaced) {
  std::string out;
  int error = 0;
  GifFileType* gif = EGifOpen(&out, &write_gif, &error);
  need(gif != nullptr, "gif");
  std::vector<GifColorType> colours(256);
  for (int i = 0; i < 216; ++i)
    colours[static_cast<std::size_t>(i)] = {static_cast<GifByteType>(i / 36 * 51),
                                            static_cast<GifByteType>(i / 6 % 6 * 51),
                                            static_cast<GifByteType>(i % 6 * 51)};
  ColorMapObject* map = GifMakeMapObject(256, colours.data());
  EGifSetGifVersion(gif, true);
  EGifPutScreenDesc(gif, picture.width, picture.height, 8, 0, map);
  std::vector<std::vector<GifPixelType>> rows;
  for (int y = 0; y < picture.height; ++y) {
    rows.emplace_back();
    for (int x = 0; x < picture.width; ++x)
      rows.back().push_back(static_cast<GifPixelType>(palette_index(picture.row(y) + x * 3)));
  }
  for (int frame = 0; frame < frames; ++frame) {
    EGifPutImageDesc(gif, 0, 0, picture.width, picture.height, interlaced, nullptr);
    const auto put = [&](int y) {
      auto row = rows[static_cast<std::size_t>(y)];
      EGifPutLine(gif, row.data(), picture.width);
    };
    if (!interlaced) {
      for (int y = 0; y < picture.height; ++y) put(y);
    } else {
      constexpr int start[] = {0, 4, 2, 1};
      constexpr int step[] = {8, 8, 4, 2};
      for (int pass = 0; pass < 4; ++pass)
        for (int y = start[pass]; y < picture.height; y += step[pass]) put(y);
    }
  }
  GifFreeMapObject(map);
  EGifCloseFile(gif, &error);
  return out;
}

std::string heic(const Picture& picture) {
  std::unique_ptr<heif_context, void (*)(heif_context*)> context(heif_context_alloc(),
                                                                 &heif_context_free);
  heif_encoder* encoder = nullptr;
  need(heif_context_get_encoder_for_format(context.get(), heif_compression_HEVC, &encoder).code ==
           heif_error_Ok,
       "heic");
  heif_encoder_set_lossy_quality(encoder, 90);
  heif_image* image = nullptr;
  need(heif_image_create(picture.width, picture.height, heif_colorspace_RGB,
                         heif_chroma_interleaved_RGB, &image)
               .code == heif_error_Ok,
       "heic");
  heif_image_add_plane(image, heif_channel_interleaved, picture.width, picture.height, 8);
  int stride = 0;
  auto* plane = heif_image_get_plane(image, heif_channel_interleaved, &stride);
  for (int y = 0; y < picture.height; ++y)
    std::memcpy(plane + static_cast<std::ptrdiff_t>(y) * stride, picture.row(y),
                static_cast<std::size_t>(picture.width) * 3);
  need(heif_context_encode_image(context.get(), image, encoder, nullptr, nullptr).code ==
           heif_error_Ok,
       "heic");
  heif_image_release(image);
  heif_encoder_release(encoder);
  std::string out;
  heif_writer writer{1, &write_heif};
  need(heif_context_write(context.get(), &writer, &out).code == heif_error_Ok, "heic");
  return out;
}

std::string avif(const Picture& picture, int quarters_turned) {
  avifImage* image =
      avifImageCreate(static_cast<std::uint32_t>(picture.width),
                      static_cast<std::uint32_t>(picture.height), 8, AVIF_PIXEL_FORMAT_YUV444);
  if (quarters_turned != 0) {
    image->transformFlags |= AVIF_TRANSFORM_IROT;
    image->irot.angle = static_cast<std::uint8_t>(quarters_turned);
  }
  avifRGBImage rgb;
  avifRGBImageSetDefaults(&rgb, image);
  rgb.format = AVIF_RGB_FORMAT_RGB;
  auto copy = picture.rgb;
  rgb.pixels = copy.data();
  rgb.rowBytes = static_cast<std::uint32_t>(picture.width * 3);
  need(avifImageRGBToYUV(image, &rgb) == AVIF_RESULT_OK, "avif");
  avifEncoder* encoder = avifEncoderCreate();
  encoder->speed = 9;
  encoder->minQuantizer = 5;
  encoder->maxQuantizer = 15;
  avifRWData data = AVIF_DATA_EMPTY;
  need(avifEncoderWrite(encoder, image, &data) == AVIF_RESULT_OK, "avif");
  std::string out(reinterpret_cast<const char*>(data.data), data.size);
  avifRWDataFree(&data);
  avifEncoderDestroy(encoder);
  avifImageDestroy(image);
  return out;
}

std::string bmp(const Picture& picture) {
  const auto stride = static_cast<std::uint32_t>((picture.width * 3 + 3) / 4 * 4);
  const auto size = stride * static_cast<std::uint32_t>(picture.height);
  std::string out = "BM" + little(54 + size) + little(0) + little(54) + little(40) +
                    little(static_cast<std::uint32_t>(picture.width)) +
                    little(static_cast<std::uint32_t>(picture.height)) + little(1, 2) +
                    little(24, 2) + little(0) + little(size) + std::string(16, '\0');
  for (int y = picture.height - 1; y >= 0; --y) {
    std::string row;
    for (int x = 0; x < picture.width; ++x)
      for (int c = 2; c >= 0; --c) row += static_cast<char>(picture.row(y)[x * 3 + c]);
    row.resize(stride);
    out += row;
  }
  return out;
}

std::string run_length_bmp(int width, int height, int colour) {
  std::string pixels;
  for (int y = 0; y < height; ++y) {
    for (int left = width; left > 0; left -= 255)
      pixels += std::string{static_cast<char>(std::min(left, 255)), static_cast<char>(colour)};
    pixels += std::string(2, '\0');
  }
  pixels += std::string("\0\1", 2);
  std::string palette;
  for (int i = 0; i < 256; ++i)
    palette += std::string{static_cast<char>(i), static_cast<char>(255 - i), '\x20', '\0'};
  return "BM" + little(static_cast<std::uint32_t>(54 + palette.size() + pixels.size())) +
         little(0) + little(static_cast<std::uint32_t>(54 + palette.size())) + little(40) +
         little(static_cast<std::uint32_t>(width)) + little(static_cast<std::uint32_t>(height)) +
         little(1, 2) + little(8, 2) + little(1) + little(0) + std::string(16, '\0') + palette +
         pixels;
}

std::string tiff(const Picture& picture, int bits, bool compressed, int orientation) {
  Memory memory;
  TIFF* tiff = TIFFClientOpen("test", "wm", &memory, &read_memory, &write_memory, &seek_memory,
                              &close_memory, &size_of_memory, nullptr, nullptr);
  need(tiff != nullptr, "tiff");
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, picture.width);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, picture.height);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, bits);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 3);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_RGB);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(tiff, TIFFTAG_ORIENTATION, orientation);
  TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 8);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, compressed ? COMPRESSION_LZW : COMPRESSION_NONE);
  for (int y = 0; y < picture.height; ++y) {
    std::vector<std::uint8_t> row;
    for (int i = 0; i < picture.width * 3; ++i)
      for (int k = 0; k < bits / 8; ++k) row.push_back(picture.row(y)[i]);
    TIFFWriteScanline(tiff, row.data(), static_cast<std::uint32_t>(y), 0);
  }
  TIFFClose(tiff);
  return memory.bytes;
}

std::string exif(int orientation, std::string_view date) {
  const bool dated = !date.empty();
  std::string out = "II*" + std::string(1, '\0') + little(8) + little(dated ? 2 : 1, 2);
  out += little(0x0112, 2) + little(3, 2) + little(1) +
         little(static_cast<std::uint32_t>(orientation));
  if (dated)
    out += little(0x0132, 2) + little(2, 2) + little(static_cast<std::uint32_t>(date.size() + 1)) +
           little(38);
  out += little(0);
  if (dated) out += std::string(date) + std::string(1, '\0');
  return out;
}

std::string swapped_profile() {
  const cmsCIExyY white{0.3127, 0.3290, 1};
  const cmsCIExyYTRIPLE swapped{{0.30, 0.60, 1}, {0.64, 0.33, 1}, {0.15, 0.06, 1}};
  cmsToneCurve* curve = cmsBuildGamma(nullptr, 2.2);
  cmsToneCurve* curves[] = {curve, curve, curve};
  const auto profile = cmsCreateRGBProfile(&white, &swapped, curves);
  cmsFreeToneCurve(curve);
  return saved(profile);
}

std::string gray_profile() {
  const cmsCIExyY white{0.3127, 0.3290, 1};
  cmsToneCurve* curve = cmsBuildGamma(nullptr, 1.0);
  const auto profile = cmsCreateGrayProfile(&white, curve);
  cmsFreeToneCurve(curve);
  return saved(profile);
}

}  // namespace assay::test
