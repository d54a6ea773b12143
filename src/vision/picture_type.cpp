#include "vision/picture_type.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace assay::vision {
namespace {

struct Names {
  PictureType type;
  std::string_view shown;
  std::string_view media_type;
};
constexpr std::array<Names, 8> all_names{{{PictureType::jpeg, "JPEG", "image/jpeg"},
                                          {PictureType::png, "PNG", "image/png"},
                                          {PictureType::webp, "WebP", "image/webp"},
                                          {PictureType::gif, "GIF", "image/gif"},
                                          {PictureType::heic, "HEIC", "image/heic"},
                                          {PictureType::avif, "AVIF", "image/avif"},
                                          {PictureType::bmp, "BMP", "image/bmp"},
                                          {PictureType::tiff, "TIFF", "image/tiff"}}};

const Names& names(PictureType type) {
  return *std::find_if(all_names.begin(), all_names.end(),
                       [type](const Names& one) { return one.type == type; });
}

// AVIF and HEIC are both ISO base media files; the brands of the first box tell them apart. Both
// may name `mif1` first, so any AV1 brand decides before any HEVC brand.
std::optional<PictureType> type_of_brands(std::string_view bytes) {
  if (bytes.size() < 12 || bytes.substr(4, 4) != "ftyp") return std::nullopt;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const std::size_t declared = std::size_t{byte(2)} << 8 | byte(3);
  const auto box = bytes.substr(0, std::min<std::size_t>({bytes.size(), declared, 256}));
  bool hevc = false;
  for (std::size_t i = 8; i + 4 <= box.size(); i += 4) {
    if (i == 12) continue;  // the version of the major brand
    const auto brand = box.substr(i, 4);
    if (brand == "avif" || brand == "avis") return PictureType::avif;
    for (const std::string_view known :
         {"heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"})
      hevc |= brand == known;
  }
  if (hevc) return PictureType::heic;
  return std::nullopt;
}

// "BM" also begins text; the size of the second header is one of few.
bool is_bmp(std::string_view bytes) {
  if (bytes.size() < 18 || !bytes.starts_with("BM")) return false;
  const auto size = static_cast<unsigned char>(bytes[14]);
  const bool rest_is_zero = bytes[15] == 0 && bytes[16] == 0 && bytes[17] == 0;
  return rest_is_zero && (size == 12 || size == 16 || size == 40 || size == 52 || size == 56 ||
                          size == 64 || size == 108 || size == 124);
}

}  // namespace

std::string_view to_string(PictureType type) { return names(type).shown; }
std::string_view media_type(PictureType type) { return names(type).media_type; }

std::optional<PictureType> picture_type_from_media_type(std::string_view text) {
  if (text == "image/jpg" || text == "image/pjpeg") return PictureType::jpeg;
  if (text == "image/apng") return PictureType::png;
  if (text == "image/heif") return PictureType::heic;
  for (const auto& one : all_names)
    if (one.media_type == text) return one.type;
  return std::nullopt;
}

std::optional<PictureType> picture_type_of(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("\xff\xd8\xff"sv)) return PictureType::jpeg;
  if (bytes.starts_with("\x89PNG\r\n\x1a\n"sv)) return PictureType::png;
  if (bytes.starts_with("GIF87a"sv) || bytes.starts_with("GIF89a"sv)) return PictureType::gif;
  if (bytes.starts_with("RIFF"sv) && bytes.size() >= 12 && bytes.substr(8, 4) == "WEBP"sv)
    return PictureType::webp;
  if (bytes.starts_with("II*\0"sv) || bytes.starts_with("MM\0*"sv) ||
      bytes.starts_with("II+\0"sv) || bytes.starts_with("MM\0+"sv))
    return PictureType::tiff;
  if (is_bmp(bytes)) return PictureType::bmp;
  return type_of_brands(bytes);
}

}  // namespace assay::vision
