#include "vision/exif.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace assay::vision {
namespace {

constexpr std::uint16_t tag_orientation = 0x0112;
constexpr std::uint16_t tag_date = 0x0132;
constexpr std::uint16_t tag_exif_folder = 0x8769;
constexpr std::uint16_t tag_date_original = 0x9003;
constexpr std::uint16_t type_text = 2;
constexpr std::uint16_t type_short = 3;
constexpr int most_fields = 512;

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {
    valid_ = bytes.size() >= 8 && (bytes.starts_with("II") || bytes.starts_with("MM"));
    little_ = bytes.starts_with("II");
  }
  bool valid() const { return valid_; }
  // 0 beyond the end.
  std::uint32_t number(std::size_t at, int size) const {
    if (at > bytes_.size() || bytes_.size() - at < static_cast<std::size_t>(size)) return 0;
    std::uint32_t value = 0;
    for (int i = 0; i < size; ++i) {
      const auto byte = static_cast<unsigned char>(bytes_[at + (little_ ? size - 1 - i : i)]);
      value = value << 8 | byte;
    }
    return value;
  }
  std::string_view text(std::size_t at, std::size_t size) const {
    return at > bytes_.size() ? std::string_view() : bytes_.substr(at, size);
  }

 private:
  std::string_view bytes_;
  bool valid_ = false;
  bool little_ = false;
};

// `2019:05:06 07:08:09`
std::optional<core::Date> date_of(std::string_view text) {
  if (text.size() < 10 || text[4] != ':' || text[7] != ':') return std::nullopt;
  std::string day(text.substr(0, 10));
  day[4] = day[7] = '-';
  return core::Date::parse(day);
}

struct Found {
  Exif exif;
  std::optional<core::Date> changed;
  std::uint32_t exif_folder = 0;
};

void read_folder(const Reader& reader, std::uint32_t at, Found& found) {
  const auto fields = reader.number(at, 2);
  for (std::uint32_t i = 0; i < fields && i < most_fields; ++i) {
    const std::size_t field = std::size_t{at} + 2 + std::size_t{i} * 12;
    const auto tag = reader.number(field, 2);
    const auto type = reader.number(field + 2, 2);
    const auto count = reader.number(field + 4, 4);
    if (tag == tag_orientation && type == type_short) {
      const auto value = reader.number(field + 8, 2);
      if (value >= 1 && value <= 8) found.exif.orientation = static_cast<int>(value);
    } else if (tag == tag_exif_folder) {
      found.exif_folder = reader.number(field + 8, 4);
    } else if ((tag == tag_date || tag == tag_date_original) && type == type_text && count >= 10) {
      const auto date = date_of(reader.text(reader.number(field + 8, 4), 10));
      (tag == tag_date ? found.changed : found.exif.taken) = date;
    }
  }
}

}  // namespace

Exif read_exif(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("Exif\0\0"sv)) bytes.remove_prefix(6);
  const Reader reader(bytes);
  if (!reader.valid()) return {};
  Found found;
  read_folder(reader, reader.number(4, 4), found);
  // One step down and no further: a folder that points to itself is read at most twice.
  if (found.exif_folder != 0) read_folder(reader, found.exif_folder, found);
  if (!found.exif.taken) found.exif.taken = found.changed;
  return found.exif;
}

}  // namespace assay::vision
