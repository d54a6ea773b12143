#include "eval/baselines/npy.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "assay/core/error.h"
#include "io/files.h"

namespace assay::eval {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::size_t largest_file = std::size_t{4} << 30;
constexpr std::string_view magic = "\x93NUMPY";

struct Header {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t width = 0;  // bytes of a value
  std::size_t data = 0;   // where the values begin
};

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& why) {
  throw core::InputError("'" + io::shown(file) + "': " + why);
}

// What stands behind `'key':` in the header, which is a Python dictionary; empty where there is
// none.
std::string_view value_of(std::string_view header, std::string_view key) {
  const auto place = header.find("'" + std::string(key) + "'");
  if (place == header.npos) return {};
  auto rest = header.substr(place + key.size() + 2);
  const auto begin = rest.find_first_not_of(": ");
  return begin == rest.npos ? std::string_view() : rest.substr(begin);
}

std::size_t width_of(std::string_view type) {
  if (type.starts_with("'<f2'")) return 2;
  if (type.starts_with("'<f4'")) return 4;
  return type.starts_with("'<f8'") ? 8 : 0;
}

// `(501, 768)`.
bool read_shape(std::string_view text, Header& header) {
  if (!text.starts_with("(")) return false;
  const char* const end = text.data() + text.size();
  const auto rows = std::from_chars(text.data() + 1, end, header.rows);
  if (rows.ec != std::errc() || rows.ptr == end || *rows.ptr != ',') return false;
  const char* next = rows.ptr + 1;
  while (next != end && *next == ' ') ++next;
  const auto columns = std::from_chars(next, end, header.columns);
  return columns.ec == std::errc() && columns.ptr != end && *columns.ptr == ')';
}

Header read_header(const std::filesystem::path& file, std::string_view bytes) {
  if (bytes.size() < 12 || !bytes.starts_with(magic)) refuse(file, "is no .npy file");
  const auto major = static_cast<unsigned char>(bytes[6]);
  if (major < 1 || major > 3) refuse(file, "is of an unknown version of .npy");
  std::uint32_t length = 0;
  const std::size_t size = major == 1 ? 2 : 4;
  std::memcpy(&length, bytes.data() + 8, size);
  Header header;
  header.data = 8 + size + length;
  if (header.data > bytes.size()) refuse(file, "ends within its header");
  const auto text = bytes.substr(8 + size, length);
  header.width = width_of(value_of(text, "descr"));
  if (header.width == 0) refuse(file, "holds no little-endian floats");
  if (!value_of(text, "fortran_order").starts_with("False")) refuse(file, "is not in C order");
  if (!read_shape(value_of(text, "shape"), header)) refuse(file, "is no matrix of two dimensions");
  const auto values = (bytes.size() - header.data) / header.width;
  const bool fits = header.columns > 0 && header.rows == values / header.columns &&
                    header.rows * header.columns * header.width == bytes.size() - header.data;
  if (!fits) refuse(file, "holds more or fewer values than its header says");
  return header;
}

float half(std::uint16_t bits) {
  const float sign = (bits & 0x8000U) != 0 ? -1.0F : 1.0F;
  const int exponent = (bits >> 10) & 31;
  const auto fraction = static_cast<float>(bits & 1023U);
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  if (exponent == 31) return fraction == 0 ? sign * INFINITY : NAN;
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

float value_at(const char* place, std::size_t width) {
  if (width == 2) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, place, 2);
    return half(bits);
  }
  if (width == 4) {
    float value = 0;
    std::memcpy(&value, place, 4);
    return value;
  }
  double value = 0;
  std::memcpy(&value, place, 8);
  return static_cast<float>(value);
}

}  // namespace

Matrix read_npy(const std::filesystem::path& file) {
  const auto bytes = io::read_file(file, largest_file);
  const auto header = read_header(file, bytes);
  Matrix matrix{header.rows, header.columns, {}};
  matrix.values.reserve(header.rows * header.columns);
  for (std::size_t i = 0; i < header.rows * header.columns; ++i) {
    const auto value = value_at(bytes.data() + header.data + i * header.width, header.width);
    if (!std::isfinite(value)) refuse(file, "holds a value that is no finite number");
    matrix.values.push_back(value);
  }
  return matrix;
}

}  // namespace assay::eval
