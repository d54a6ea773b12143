#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <cstdlib>
#include <cstring>

#include "vision/codec.h"
#include "vision/row_sink.h"

namespace assay::vision {
namespace {

// Of a chunk that isn't pixels (a profile, text), inflated.
constexpr png_alloc_size_t longest_chunk = 8 << 20;
constexpr int most_kept_chunks = 64;

struct Source {
  const char* at;
  std::size_t left;
  std::jmp_buf jump;
  char message[128];
};

[[noreturn]] void on_error(png_structp png, png_const_charp message) {
  auto* source = static_cast<Source*>(png_get_error_ptr(png));
  std::strncpy(source->message, message, sizeof source->message - 1);
  std::longjmp(source->jump, 1);
}
void on_warning(png_structp, png_const_charp) {}

// A profile may name any size before it is known how much of it there is.
constexpr png_alloc_size_t largest_allocation = 32 << 20;
void* allocate(png_structp, png_alloc_size_t size) {
  return size > largest_allocation ? nullptr : std::malloc(size);
}
void release(png_structp, void* memory) { std::free(memory); }

void read_bytes(png_structp png, png_bytep to, std::size_t size) {
  auto* source = static_cast<Source*>(png_get_io_ptr(png));
  if (size > source->left) png_error(png, "it ends early");
  std::memcpy(to, source->at, size);
  source->at += size;
  source->left -= size;
}

// Every call that may longjmp is in a member that has only plain locals, so that no destructor is
// jumped over.
class PngReader {
 public:
  explicit PngReader(std::string_view bytes) {
    source_.at = bytes.data();
    source_.left = bytes.size();
    png_ = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, &source_, &on_error, &on_warning,
                                    nullptr, &allocate, &release);
    if (png_ != nullptr) info_ = png_create_info_struct(png_);
    if (info_ == nullptr) {
      png_destroy_read_struct(&png_, nullptr, nullptr);
      throw std::bad_alloc();
    }
  }
  ~PngReader() { png_destroy_read_struct(&png_, &info_, nullptr); }
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;

  bool read_header() {
    if (setjmp(source_.jump)) return false;
    png_set_read_fn(png_, &source_, &read_bytes);
    // Sizes beyond these are an error of our own, which names the size.
    png_set_user_limits(png_, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_chunk_malloc_max(png_, longest_chunk);
    // What is read at once is lost where the file ends in it.
    png_set_compression_buffer_size(png_, 1024);
    png_set_chunk_cache_max(png_, most_kept_chunks);
    png_read_info(png_, info_);
    return true;
  }
  bool start() {
    if (setjmp(source_.jump)) return false;
    png_set_expand(png_);
    png_set_scale_16(png_);
    passes_ = png_set_interlace_handling(png_);
    png_read_update_info(png_, info_);
    return true;
  }
  bool read_row(std::uint8_t* to) {
    if (setjmp(source_.jump)) return false;
    // With the second pointer each pass fills the blocks that later ones will refine.
    png_read_row(png_, nullptr, to);
    return true;
  }
  std::string profile() {
    png_charp name = nullptr;
    png_bytep data = nullptr;
    png_uint_32 size = 0;
    if (!read_profile(&name, &data, &size)) return {};
    return {reinterpret_cast<const char*>(data), size};
  }
  std::uint32_t width() const { return png_get_image_width(png_, info_); }
  std::uint32_t height() const { return png_get_image_height(png_, info_); }
  std::size_t row_bytes() const { return png_get_rowbytes(png_, info_); }
  int channels() const { return png_get_channels(png_, info_); }
  int passes() const { return passes_; }
  const char* message() const { return source_.message; }

 private:
  bool read_profile(png_charp* name, png_bytep* data, png_uint_32* size) {
    int method = 0;
    if (setjmp(source_.jump)) return false;
    return png_get_iCCP(png_, info_, name, &method, data, size) == PNG_INFO_iCCP;
  }

  Source source_{};
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
  int passes_ = 1;
};

std::uint32_t big_endian(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i)
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

// Before libpng looks at anything: it goes on to the first pixels at once.
void check_header(std::string_view bytes, const DecodeLimits& limits) {
  if (bytes.size() < 24 || bytes.substr(12, 4) != "IHDR")
    throw Undecodable("broken PNG: no usable header");
  check_size(big_endian(bytes, 16), big_endian(bytes, 20), limits);
}

// Walks over the chunks: EXIF may stand behind the pixels, which are read no further than needed.
std::string exif_chunk(std::string_view bytes) {
  std::size_t at = 8;
  while (at + 12 <= bytes.size()) {
    const auto size = big_endian(bytes, at);
    if (size > bytes.size() - at - 12) break;
    if (bytes.substr(at + 4, 4) == "eXIf") return std::string(bytes.substr(at + 8, size));
    at += std::size_t{size} + 12;
  }
  return {};
}

Pixels pixels_of(int channels) {
  switch (channels) {
    case 1:
      return Pixels::gray;
    case 2:
      return Pixels::gray_alpha;
    case 3:
      return Pixels::rgb;
    default:
      return Pixels::rgba;
  }
}

void read_plain(PngReader& png, RowSink& sink, Coded& coded) {
  std::vector<std::uint8_t> line(png.row_bytes());
  for (int y = 0; y < coded.height; ++y) {
    if (!png.read_row(line.data())) {
      coded.complete = false;
      coded.notes.push_back(broken_after(y, coded.height));
      return;
    }
    sink.row(line.data());
  }
}

void read_interlaced(PngReader& png, RowSink& sink, Coded& coded, const DecodeLimits& limits) {
  const auto stride = png.row_bytes();
  check_memory(std::uint64_t{stride} * static_cast<unsigned>(coded.height), limits);
  std::vector<std::uint8_t> all(stride * static_cast<std::size_t>(coded.height));
  int pass = 0;
  int sound = coded.height;
  for (; pass < png.passes() && coded.complete; ++pass)
    for (int y = 0; y < coded.height && coded.complete; ++y)
      if (!png.read_row(all.data() + static_cast<std::size_t>(y) * stride)) {
        coded.complete = false;
        // The first pass covers the picture in blocks of 8; what it did not reach is unknown.
        if (pass == 0) sound = y;
      }
  if (!coded.complete)
    coded.notes.push_back(pass <= 1 ? broken_after(sound, coded.height)
                                    : "it breaks off in pass " + std::to_string(pass) +
                                          " of 7; it is used as sharp as it came");
  for (int y = 0; y < sound; ++y) sink.row(all.data() + static_cast<std::size_t>(y) * stride);
}

}  // namespace

Coded decode_png(std::string_view bytes, const DecodeLimits& limits) {
  check_header(bytes, limits);
  PngReader png(bytes);
  const auto fail = [&] { throw Undecodable("broken PNG: " + std::string(png.message())); };
  if (!png.read_header()) fail();
  check_size(png.width(), png.height(), limits);
  Coded coded;
  coded.width = static_cast<int>(png.width());
  coded.height = static_cast<int>(png.height());
  coded.exif = exif_chunk(bytes);
  const auto profile = png.profile();
  if (!png.start()) fail();
  RowSink sink({coded.width, coded.height}, scaled_size(coded.width, coded.height, limits.max_side),
               pixels_of(png.channels()), profile, coded.notes);
  if (png.passes() > 1)
    read_interlaced(png, sink, coded, limits);
  else
    read_plain(png, sink, coded);
  coded.picture = sink.finish();
  return coded;
}

}  // namespace assay::vision
