#include <tiffio.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>

#include "vision/codec.h"
#include "vision/row_sink.h"

namespace assay::vision {
namespace {

struct Source {
  std::string_view bytes;
  std::uint64_t at = 0;
  std::string error;  // the first
};

Source& source_of(thandle_t handle) { return *static_cast<Source*>(handle); }

tmsize_t read_bytes(thandle_t handle, void* to, tmsize_t size) {
  auto& source = source_of(handle);
  if (size <= 0 || source.at >= source.bytes.size()) return 0;
  const auto count =
      std::min<std::uint64_t>(static_cast<std::uint64_t>(size), source.bytes.size() - source.at);
  std::memcpy(to, source.bytes.data() + source.at, count);
  source.at += count;
  return static_cast<tmsize_t>(count);
}
tmsize_t write_nothing(thandle_t, void*, tmsize_t) { return 0; }
toff_t seek(thandle_t handle, toff_t to, int whence) {
  auto& source = source_of(handle);
  if (whence == SEEK_SET)
    source.at = to;
  else if (whence == SEEK_CUR)
    source.at += to;
  else
    source.at = source.bytes.size() + to;
  return source.at;
}
int close_nothing(thandle_t) { return 0; }
toff_t size_of(thandle_t handle) { return source_of(handle).bytes.size(); }

int keep_error(TIFF*, void* user, const char*, const char* format, va_list arguments) {
  auto& error = static_cast<Source*>(user)->error;
  char text[200];
  std::vsnprintf(text, sizeof text, format, arguments);
  if (error.empty()) error = text;
  return 1;
}
int ignore_warning(TIFF*, void*, const char*, const char*, va_list) { return 1; }

using Tiff = std::unique_ptr<TIFF, void (*)(TIFF*)>;

Tiff open(Source& source, const DecodeLimits& limits) {
  const std::unique_ptr<TIFFOpenOptions, void (*)(TIFFOpenOptions*)> options(TIFFOpenOptionsAlloc(),
                                                                             &TIFFOpenOptionsFree);
  if (!options) throw std::bad_alloc();
  TIFFOpenOptionsSetErrorHandlerExtR(options.get(), &keep_error, &source);
  TIFFOpenOptionsSetWarningHandlerExtR(options.get(), &ignore_warning, nullptr);
  TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), static_cast<tmsize_t>(limits.memory));
  return {TIFFClientOpenExt("picture", "rm", &source, &read_bytes, &write_nothing, &seek,
                            &close_nothing, &size_of, nullptr, nullptr, options.get()),
          &TIFFClose};
}

[[noreturn]] void fail(const Source& source, const char* otherwise) {
  throw Undecodable("broken TIFF: " + (source.error.empty() ? otherwise : source.error));
}

// libtiff's reader of every kind of pixel (palettes, CMYK, YCbCr, 16 bit, tiles) as RGBA, a part of
// the rows at a time.
class RgbaReader {
 public:
  RgbaReader(TIFF* tiff, const Source& source) {
    char reason[1024] = "";
    if (TIFFRGBAImageOK(tiff, reason) == 0)
      throw Undecodable(std::string("a TIFF that is not read: ") + reason);
    // Stops at the first error, so that what is broken is known and not shown as black.
    if (TIFFRGBAImageBegin(&image_, tiff, 1, reason) == 0) fail(source, reason);
    image_.req_orientation = image_.orientation;  // turned later, with all other formats
  }
  ~RgbaReader() { TIFFRGBAImageEnd(&image_); }
  RgbaReader(const RgbaReader&) = delete;
  RgbaReader& operator=(const RgbaReader&) = delete;

  bool read(int first, int rows, std::vector<std::uint32_t>& to) {
    image_.row_offset = first;
    image_.col_offset = 0;
    return TIFFRGBAImageGet(&image_, to.data(), image_.width, static_cast<std::uint32_t>(rows)) !=
           0;
  }
  bool has_alpha() const { return image_.alpha != 0; }

 private:
  TIFFRGBAImage image_{};
};

// How many rows libtiff decodes at once: reading fewer would decode them again and again.
int rows_at_once(TIFF* tiff, int height) {
  std::uint32_t rows = 0;
  if (TIFFIsTiled(tiff) != 0)
    TIFFGetField(tiff, TIFFTAG_TILELENGTH, &rows);
  else
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &rows);
  if (rows == 0 || rows > static_cast<std::uint32_t>(height)) return height;
  return static_cast<int>(rows);
}

std::string profile_of(TIFF* tiff, Coded& coded) {
  std::uint32_t size = 0;
  void* data = nullptr;
  if (TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &size, &data) == 0 || data == nullptr) return {};
  std::uint16_t photometric = 0;
  TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &photometric);
  if (photometric == PHOTOMETRIC_SEPARATED) {
    coded.notes.emplace_back("its colour profile is for ink and was ignored");
    return {};
  }
  return {static_cast<const char*>(data), size};
}

void read_rows(TIFF* tiff, RgbaReader& reader, RowSink& sink, Coded& coded,
               const DecodeLimits& limits) {
  const int step = rows_at_once(tiff, coded.height);
  const auto width = static_cast<std::size_t>(coded.width);
  check_memory(std::uint64_t{width} * static_cast<unsigned>(step) * 4, limits);
  std::vector<std::uint32_t> pixels(width * static_cast<std::size_t>(step));
  std::vector<std::uint8_t> line(width * 4);
  for (int first = 0; first < coded.height; first += step) {
    const int rows = std::min(step, coded.height - first);
    if (!reader.read(first, rows, pixels)) {
      coded.complete = false;
      coded.notes.push_back(broken_after(first, coded.height));
      return;
    }
    for (int y = 0; y < rows; ++y) {
      const auto* row = pixels.data() + static_cast<std::size_t>(y) * width;
      for (std::size_t x = 0; x < width; ++x) {
        line[x * 4] = static_cast<std::uint8_t>(TIFFGetR(row[x]));
        line[x * 4 + 1] = static_cast<std::uint8_t>(TIFFGetG(row[x]));
        line[x * 4 + 2] = static_cast<std::uint8_t>(TIFFGetB(row[x]));
        line[x * 4 + 3] = static_cast<std::uint8_t>(TIFFGetA(row[x]));
      }
      sink.row(line.data());
    }
  }
}

}  // namespace

Coded decode_tiff(std::string_view bytes, const DecodeLimits& limits) {
  Source source{bytes, 0, {}};
  const auto tiff = open(source, limits);
  if (!tiff) fail(source, "no usable header");
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  TIFFGetField(tiff.get(), TIFFTAG_IMAGEWIDTH, &width);
  TIFFGetField(tiff.get(), TIFFTAG_IMAGELENGTH, &height);
  check_size(width, height, limits);
  Coded coded;
  coded.width = static_cast<int>(width);
  coded.height = static_cast<int>(height);
  coded.exif = bytes;  // a TIFF is what EXIF is made of
  const auto profile = profile_of(tiff.get(), coded);
  RgbaReader reader(tiff.get(), source);
  RowSink sink({coded.width, coded.height}, scaled_size(coded.width, coded.height, limits.max_side),
               Pixels::rgba_premultiplied, profile, coded.notes);
  read_rows(tiff.get(), reader, sink, coded, limits);
  coded.picture = sink.finish();
  return coded;
}

}  // namespace assay::vision
