#include "retrieval/documents/picture_reference.h"

#include <algorithm>
#include <array>
#include <system_error>

#include "retrieval/documents/data_url.h"
#include "web/sites/percent.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;

// A name at least as long as this is hardly given to two pictures.
constexpr std::size_t telling_stem = 6;
constexpr std::array<std::string_view, 2> page_folders{"_files", ".files"};
constexpr std::array<std::string_view, 4> page_extensions{".html", ".htm", ".xhtml", ".shtml"};

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

bool begins(std::string_view text, std::string_view with) {
  return text.size() >= with.size() &&
         std::ranges::equal(text.substr(0, with.size()), with,
                            [](char a, char b) { return lower(a) == b; });
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
  return text;
}

bool is_web(std::string_view reference) {
  return begins(reference, "http://") || begins(reference, "https://") ||
         reference.starts_with("//");
}

std::string_view without_query(std::string_view reference) {
  return reference.substr(0, reference.find_first_of("?#"));
}

// `host/path` of an address of the web.
std::string_view without_scheme(std::string_view address) {
  const auto slashes = address.find("//");
  return slashes == address.npos ? address : address.substr(slashes + 2);
}

// An absolute path of the file system, as one in the place.
std::optional<std::string> below(const PicturePlace& place, const std::string& path) {
  for (const bool real : {false, true}) {
    std::error_code error;
    const auto folder = real ? fs::canonical(place.folder(), error)
                             : fs::absolute(place.folder(), error).lexically_normal();
    if (error) continue;
    auto prefix = folder.string();
    while (prefix.size() > 1 && prefix.back() == '/') prefix.pop_back();
    if (path.size() > prefix.size() && path.starts_with(prefix) && path[prefix.size()] == '/')
      return path_inside({}, std::string_view(path).substr(prefix.size()));
  }
  return std::nullopt;
}

class Reading {
 public:
  Reading(std::string_view folder, const PicturePlace& place) : folder_(folder), place_(place) {}

  void add(const std::string& path) {
    if (path.empty()) return;
    named_ = true;
    if (path.front() == '/') {
      keep(below(place_, path));
      keep(path_inside({}, path));  // the site's own root, of a site that was copied whole
    } else {
      keep(path_inside(folder_, path));
    }
  }
  Meaning finish() {
    meaning_.outside = named_ && meaning_.paths.empty();
    return std::move(meaning_);
  }

 private:
  void keep(std::optional<std::string> path) {
    if (path && std::ranges::find(meaning_.paths, *path) == meaning_.paths.end())
      meaning_.paths.push_back(std::move(*path));
  }

  std::string_view folder_;
  const PicturePlace& place_;
  Meaning meaning_;
  bool named_ = false;
};

// The path of a `file:` address; a host is not looked at.
std::string path_of_file_address(std::string_view address) {
  address.remove_prefix(5);
  if (address.starts_with("//")) {
    address.remove_prefix(2);
    address.remove_prefix(std::min(address.find('/'), address.size()));
  }
  return web::percent_decoded(without_query(address));
}

bool has_scheme(std::string_view reference) {
  const auto colon = reference.find_first_of(":/?#");
  return colon != reference.npos && colon > 1 && reference[colon] == ':';
}

// How many pages lie in the folder; two stand for more.
int pages_in(std::string_view folder, const FolderListing& listing) {
  const std::string prefix = folder.empty() ? "" : std::string(folder) + "/";
  auto at = std::ranges::lower_bound(listing.files, prefix, {}, &FoundFile::relative);
  int pages = 0;
  for (; at != listing.files.end() && at->relative.starts_with(prefix) && pages < 2; ++at) {
    if (at->relative.find('/', prefix.size()) != std::string::npos) continue;
    pages += std::ranges::any_of(page_extensions,
                                 [&](std::string_view end) { return at->relative.ends_with(end); });
  }
  return pages;
}

}  // namespace

Meaning meaning_of(std::string_view reference, std::string_view folder, const PicturePlace& place,
                   ReferenceKind kind) {
  reference = trimmed(reference);
  Reading reading(folder, place);
  if (begins(reference, "file:")) {
    reading.add(path_of_file_address(reference));
    return reading.finish();
  }
  if (is_web(reference)) {
    Meaning meaning;
    meaning.web = true;
    // A copy of whole sites lays each under its host's name.
    if (auto path = path_inside({}, web::percent_decoded(without_query(without_scheme(reference)))))
      meaning.paths.push_back(std::move(*path));
    return meaning;
  }
  if (kind == ReferenceKind::address && has_scheme(reference)) return {};
  if (kind == ReferenceKind::path) reading.add(std::string(reference));
  reading.add(web::percent_decoded(without_query(reference)));
  reading.add(web::percent_decoded(reference));
  reading.add(std::string(reference));
  if (reference.find('\\') != reference.npos) {
    std::string slashes(without_query(reference));
    std::ranges::replace(slashes, '\\', '/');
    reading.add(web::percent_decoded(slashes));
  }
  return reading.finish();
}

std::string file_name_of(std::string_view address) {
  return web::percent_decoded(name_of(without_query(trimmed(address))));
}

std::optional<PicturePlace::Found> saved_copy(std::string_view address, std::string_view page,
                                              const PicturePlace& place) {
  const auto name = file_name_of(address);
  if (name.empty() || name.find('/') != name.npos) return std::nullopt;
  const auto folder = folder_of(page);
  std::optional<PicturePlace::Found> found;
  int copies = 0;
  const auto look = [&](const std::string& path) {
    const auto inside = path_inside(folder, path);
    if (!inside) return;
    if (auto file = place.find(*inside)) {
      ++copies;
      found = std::move(file);
    }
  };
  for (const auto end : page_folders)
    look(std::string(stem_of(page)) + std::string(end) + "/" + name);
  const bool alone = place.listing() == nullptr || pages_in(folder, *place.listing()) < 2;
  if (alone || stem_of(name).size() >= telling_stem) look(name);
  return copies == 1 ? found : std::nullopt;
}

bool is_folder_of_page(std::string_view folder, const PicturePlace& place) {
  for (const auto end : page_folders) {
    if (!folder.ends_with(end)) continue;
    const std::string stem(folder.substr(0, folder.size() - end.size()));
    for (const auto extension : page_extensions)
      if (place.find(stem + std::string(extension))) return true;
  }
  return false;
}

}  // namespace assay::retrieval
