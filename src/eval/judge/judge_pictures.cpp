#include "eval/judge/judge_pictures.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>

#include "assay/core/error.h"
#include "io/base64.h"
#include "io/files.h"
#include "vision/picture_type.h"

namespace assay::eval {
namespace {

namespace fs = std::filesystem;
using vision::PictureType;

constexpr std::size_t longest_path = 4'096;

// The file that the reference names, where it is a regular one and inside the folder.
std::optional<fs::path> file_inside(const fs::path& base, std::string_view reference) {
  if (base.empty() || reference.size() > longest_path || reference.find('\0') != reference.npos)
    return std::nullopt;
  std::error_code error;
  const auto folder = fs::canonical(base, error);
  if (error) return std::nullopt;
  const auto file = fs::canonical(folder / fs::path(reference), error);
  if (error || !fs::is_regular_file(file, error)) return std::nullopt;
  if (std::ranges::mismatch(folder, file).in1 != folder.end()) return std::nullopt;
  return file;
}

std::optional<std::string> file_bytes(const fs::path& file) {
  try {
    return io::read_file(file, longest_judge_picture);
  } catch (const core::InputError&) {
    return std::nullopt;
  }
}

std::optional<std::string> decoded(std::string_view base64) {
  if (base64.size() / 4 * 3 > longest_judge_picture) return std::nullopt;
  return io::base64_decoded(base64);
}

std::optional<std::string> bytes_of(std::string_view reference, const fs::path& base) {
  if (reference.starts_with("data:")) {
    const auto comma = reference.find(',');
    if (comma == reference.npos || !reference.substr(0, comma).ends_with(";base64"))
      return std::nullopt;
    return decoded(reference.substr(comma + 1));
  }
  if (const auto file = file_inside(base, reference)) return file_bytes(*file);
  return decoded(reference);
}

std::optional<models::ImagePart> picture_of(std::string_view reference, const fs::path& base) {
  auto bytes = bytes_of(reference, base);
  if (!bytes) return std::nullopt;
  const auto type = vision::picture_type_of(*bytes);
  if (type != PictureType::png && type != PictureType::jpeg && type != PictureType::webp &&
      type != PictureType::gif)
    return std::nullopt;
  return models::ImagePart{std::string(vision::media_type(*type)),
                           std::make_shared<const std::string>(std::move(*bytes))};
}

}  // namespace

JudgePictures judge_pictures(std::span<const std::string> references, const fs::path& base) {
  JudgePictures read;
  for (const auto& reference : references.first(std::min(references.size(), most_judge_pictures))) {
    if (auto picture = picture_of(reference, base))
      read.pictures.push_back(std::move(*picture));
    else
      ++read.unread;
  }
  return read;
}

}  // namespace assay::eval
