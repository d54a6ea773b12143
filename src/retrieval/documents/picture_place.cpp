#include "retrieval/documents/picture_place.h"

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_path = 4000;
constexpr std::array<std::string_view, 17> picture_extensions{
    ".jpg",  ".jpeg", ".jpe",  ".jfif", ".pjpeg", ".png", ".apng", ".webp", ".gif",
    ".heic", ".heif", ".avif", ".bmp",  ".dib",   ".tif", ".tiff", ".jfi"};

fs::path without_links(const fs::path& path) {
  std::error_code error;
  auto real = fs::canonical(path, error);
  return error ? fs::path() : real;
}

}  // namespace

PicturePlace::PicturePlace(fs::path folder)
    : folder_(folder.empty() ? fs::path(".") : std::move(folder)), real_(without_links(folder_)) {}

PicturePlace::PicturePlace(fs::path folder, const FolderListing& listing)
    : PicturePlace(std::move(folder)) {
  listing_ = &listing;
}

std::optional<PicturePlace::Found> PicturePlace::find(const std::string& relative) const {
  if (relative.empty() || relative.size() > longest_path) return std::nullopt;
  if (listing_ != nullptr) {
    const auto at = std::ranges::lower_bound(listing_->files, relative, {}, &FoundFile::relative);
    if (at == listing_->files.end() || at->relative != relative || leads_out(at->path))
      return std::nullopt;
    return Found{at->path, relative, static_cast<std::size_t>(at - listing_->files.begin())};
  }
  auto path = folder_ / relative;
  std::error_code error;
  if (!fs::is_regular_file(path, error) || leads_out(path)) return std::nullopt;
  return Found{std::move(path), relative, 0};
}

bool PicturePlace::leads_out(const fs::path& path) const {
  const auto real = without_links(path);
  if (real.empty() || real_.empty()) return true;
  const auto [inside, there] = std::mismatch(real_.begin(), real_.end(), real.begin(), real.end());
  return inside != real_.end();
}

std::optional<std::string> path_inside(std::string_view base, std::string_view path) {
  if (path.empty() || path.size() > longest_path || path.find('\0') != path.npos)
    return std::nullopt;
  std::vector<std::string_view> parts;
  const auto walk = [&](std::string_view rest) {
    while (!rest.empty()) {
      const auto end = std::min(rest.find('/'), rest.size());
      const auto part = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (part.empty() || part == ".") continue;
      if (part != "..")
        parts.push_back(part);
      else if (parts.empty())
        return false;
      else
        parts.pop_back();
    }
    return true;
  };
  if (!walk(base) || !walk(path) || parts.empty()) return std::nullopt;
  std::string result;
  for (const auto part : parts) result.append(result.empty() ? "" : "/").append(part);
  return result;
}

std::string_view folder_of(std::string_view relative) {
  const auto slash = relative.rfind('/');
  return slash == relative.npos ? std::string_view{} : relative.substr(0, slash);
}

std::string_view name_of(std::string_view relative) {
  return relative.substr(relative.rfind('/') + 1);
}

std::string_view stem_of(std::string_view relative) {
  const auto name = name_of(relative);
  const auto dot = name.rfind('.');
  return dot == name.npos || dot == 0 ? name : name.substr(0, dot);
}

bool has_picture_name(std::string_view name) {
  const auto dot = name.rfind('.');
  if (dot == name.npos) return false;
  std::string extension(name.substr(dot));
  for (char& c : extension)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return std::ranges::find(picture_extensions, extension) != picture_extensions.end();
}

}  // namespace assay::retrieval
