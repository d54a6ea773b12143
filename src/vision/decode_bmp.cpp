#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "vision/codec.h"
#include "vision/row_sink.h"

// No library of Debian reads BMP alone, and the format is a page long.
namespace assay::vision {
namespace {

constexpr std::uint32_t plain = 0;
constexpr std::uint32_t rle8 = 1;
constexpr std::uint32_t rle4 = 2;
constexpr std::uint32_t bit_fields = 3;
constexpr std::uint32_t alpha_bit_fields = 6;

[[noreturn]] void fail(const char* what) { throw Undecodable(std::string("broken BMP: ") + what); }

// Little-endian; 0 beyond the end.
std::uint32_t number(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint32_t value = 0;
  if (at > bytes.size() || bytes.size() - at < size) return 0;
  for (std::size_t i = size; i-- > 0;)
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

// One channel of a pixel that is a number.
struct Mask {
  std::uint32_t bits = 0;
  std::uint8_t of(std::uint32_t pixel) const {
    if (bits == 0) return 0;
    const auto value = static_cast<std::uint64_t>((pixel & bits) >> std::countr_zero(bits));
    const auto most = static_cast<std::uint64_t>(bits >> std::countr_zero(bits));
    return static_cast<std::uint8_t>(value * 255 / most);
  }
};

struct Header {
  std::size_t pixels = 0;  // where they begin
  int width = 0;
  int height = 0;
  bool top_down = false;
  std::uint32_t bits = 0;
  std::uint32_t compression = plain;
  std::vector<std::array<std::uint8_t, 3>> palette;
  std::array<Mask, 4> masks;
};

void read_palette(std::string_view bytes, std::size_t size, std::uint32_t colours, bool old,
                  Header& header) {
  if (header.bits > 8) return;
  const std::uint32_t most = 1U << header.bits;
  if (colours == 0 || colours > most) colours = most;
  const std::size_t entry = old ? 3 : 4;
  for (std::uint32_t i = 0; i < colours; ++i) {
    const std::size_t at = 14 + size + i * entry;
    const auto byte = [&](std::size_t offset) {
      return static_cast<std::uint8_t>(number(bytes, at + offset, 1));
    };
    header.palette.push_back({byte(2), byte(1), byte(0)});
  }
}

void read_masks(std::string_view bytes, std::size_t size, Header& header) {
  if (header.compression == bit_fields || header.compression == alpha_bit_fields) {
    const bool alpha = size >= 56 || header.compression == alpha_bit_fields;
    for (std::size_t i = 0; i < (alpha ? 4U : 3U); ++i)
      header.masks[i].bits = number(bytes, 54 + 4 * i, 4);
  } else if (header.bits == 16) {
    header.masks = {Mask{0x7C00}, Mask{0x03E0}, Mask{0x001F}, Mask{0}};
  } else {
    header.masks = {Mask{0xFF0000}, Mask{0xFF00}, Mask{0xFF}, Mask{0}};
  }
}

Header read_header(std::string_view bytes, const DecodeLimits& limits) {
  const std::size_t size = number(bytes, 14, 4);
  const bool old = size == 12;
  Header header;
  header.pixels = number(bytes, 10, 4);
  std::int64_t width = number(bytes, 18, old ? 2 : 4);
  std::int64_t height = number(bytes, old ? 20 : 22, old ? 2 : 4);
  if (!old) {
    width = static_cast<std::int32_t>(width);
    height = static_cast<std::int32_t>(height);
  }
  header.top_down = height < 0;
  if (height < 0) height = -height;
  check_size(width, height, limits);
  header.width = static_cast<int>(width);
  header.height = static_cast<int>(height);
  header.bits = number(bytes, old ? 24 : 28, 2);
  header.compression = old ? plain : number(bytes, 30, 4);
  const bool known = header.bits == 1 || header.bits == 4 || header.bits == 8 ||
                     header.bits == 16 || header.bits == 24 || header.bits == 32;
  if (!known) fail("a number of bits a pixel that there isn't");
  const bool fields = header.compression == bit_fields || header.compression == alpha_bit_fields;
  if (fields ? header.bits != 16 && header.bits != 32
             : header.compression > rle4 || (header.compression == rle8 && header.bits != 8) ||
                   (header.compression == rle4 && header.bits != 4))
    throw Undecodable("a BMP with a compression that is not read");
  read_palette(bytes, size, old ? 0 : number(bytes, 46, 4), old, header);
  read_masks(bytes, size, header);
  return header;
}

// The colour numbers of a run-length coded picture, in the order of the file (from the bottom).
// `rows` is how many are sound.
std::vector<std::uint8_t> unpack(std::string_view bytes, const Header& header, int& rows) {
  const auto width = static_cast<std::size_t>(header.width);
  std::vector<std::uint8_t> all(width * static_cast<std::size_t>(header.height));
  std::size_t at = header.pixels;
  std::size_t x = 0;
  std::size_t y = 0;
  const auto byte = [&](std::size_t offset) { return number(bytes, at + offset, 1); };
  const auto put = [&](std::uint32_t colour) {
    if (x < width && y < static_cast<std::size_t>(header.height))
      all[y * width + x] = static_cast<std::uint8_t>(colour);
    ++x;
  };
  const bool four = header.compression == rle4;
  rows = header.height;
  while (at + 2 <= bytes.size() && y < static_cast<std::size_t>(header.height)) {
    const auto count = byte(0);
    const auto value = byte(1);
    at += 2;
    if (count > 0) {
      for (std::uint32_t i = 0; i < count; ++i)
        put(!four ? value : i % 2 == 0 ? value >> 4 : value & 15);
    } else if (value == 0) {
      x = 0;
      ++y;
    } else if (value == 1) {
      return all;
    } else if (value == 2) {
      x += byte(0);
      y += byte(1);
      at += 2;
    } else {
      for (std::uint32_t i = 0; i < value; ++i)
        put(!four ? byte(i) : i % 2 == 0 ? byte(i / 2) >> 4 : byte(i / 2) & 15);
      const std::size_t length = four ? (value + 1) / 2 : value;
      at += length + length % 2;
    }
  }
  if (y < static_cast<std::size_t>(header.height)) rows = static_cast<int>(y);
  return all;
}

// One row of the file as RGB(A).
void read_row(std::string_view row, const Header& header, bool alpha,
              std::vector<std::uint8_t>& line) {
  if (header.bits == 24) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(header.width) * 3; i += 3) {
      line[i] = static_cast<std::uint8_t>(row[i + 2]);
      line[i + 1] = static_cast<std::uint8_t>(row[i + 1]);
      line[i + 2] = static_cast<std::uint8_t>(row[i]);
    }
    return;
  }
  const std::size_t step = alpha ? 4 : 3;
  for (std::size_t x = 0; x < static_cast<std::size_t>(header.width); ++x) {
    auto* to = line.data() + x * step;
    if (header.bits <= 8) {
      const std::size_t per_byte = 8 / header.bits;
      const auto byte = static_cast<unsigned char>(row[x / per_byte]);
      const auto shift = 8 - header.bits * (x % per_byte + 1);
      const std::size_t index = byte >> shift & ((1U << header.bits) - 1);
      const auto colour =
          index < header.palette.size() ? header.palette[index] : std::array<std::uint8_t, 3>{};
      std::copy_n(colour.begin(), 3, to);
      continue;
    }
    const auto pixel = number(row, x * header.bits / 8, header.bits / 8);
    for (std::size_t c = 0; c < step; ++c) to[c] = header.masks[c].of(pixel);
  }
}

}  // namespace

Coded decode_bmp(std::string_view bytes, const DecodeLimits& limits) {
  const auto header = read_header(bytes, limits);
  Coded coded;
  coded.width = header.width;
  coded.height = header.height;
  const auto width = static_cast<std::size_t>(header.width);
  const bool packed = header.compression == rle8 || header.compression == rle4;
  const std::size_t stride = packed ? width : (width * header.bits + 31) / 32 * 4;
  int rows = header.height;
  std::string unpacked;
  std::string_view pixels;
  Header shape = header;
  if (packed) {
    check_memory(std::uint64_t{stride} * static_cast<unsigned>(header.height), limits);
    const auto all = unpack(bytes, header, rows);
    unpacked.assign(all.begin(), all.end());
    pixels = unpacked;
    shape.bits = 8;
  } else {
    if (header.pixels < 26 || header.pixels >= bytes.size()) fail("it ends before its pixels");
    pixels = bytes.substr(header.pixels);
    rows = static_cast<int>(
        std::min<std::size_t>(pixels.size() / stride, static_cast<std::size_t>(header.height)));
  }
  if (rows == 0) fail("it ends before its first row");
  const bool alpha = header.masks[3].bits != 0;
  // Rows come from the bottom: of a broken file the lower rows are there. The sink wants the upper
  // first, so what is missing above is left out.
  const auto wanted = scaled_size(header.width, header.height, limits.max_side);
  const int wanted_height =
      std::max(1, static_cast<int>(std::int64_t{wanted.height} * rows / header.height));
  RowSink sink({header.width, rows}, {wanted.width, std::min(wanted_height, rows)},
               alpha ? Pixels::rgba : Pixels::rgb, {}, coded.notes);
  std::vector<std::uint8_t> line(width * (alpha ? 4 : 3));
  for (int y = 0; y < rows; ++y) {
    const int in_file = header.top_down ? y : rows - 1 - y;
    read_row(pixels.substr(static_cast<std::size_t>(in_file) * stride, stride), shape, alpha, line);
    sink.row(line.data());
  }
  if (rows < header.height) {
    coded.complete = false;
    coded.notes.push_back("it breaks off after " + std::to_string(rows) + " of " +
                          std::to_string(header.height) + " rows; what came is used");
  }
  coded.picture = sink.finish();
  return coded;
}

}  // namespace assay::vision
