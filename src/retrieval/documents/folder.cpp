#include "retrieval/documents/folder.h"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "assay/core/error.h"
#include "io/files.h"
#include "retrieval/documents/file.h"
#include "retrieval/documents/picture_place.h"
#include "retrieval/store/layout.h"
#include "vision/picture_type.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;
using core::InputError;

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

// Names in one folder, sorted; an error number where it can't be read.
int names_in(const fs::path& folder, std::vector<std::string>& names) {
  const std::unique_ptr<DIR, CloseFolder> open(::opendir(folder.c_str()));
  if (!open) return errno;
  errno = 0;
  while (const dirent* entry = ::readdir(open.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
    errno = 0;
  }
  return errno;
}

class Scan {
 public:
  FolderListing run(const fs::path& folder) {
    struct stat info{};
    if (::stat(folder.c_str(), &info) == 0) visited_.emplace(info.st_dev, info.st_ino);
    pending_.push_back({folder, ""});
    while (!pending_.empty()) {
      const auto next = std::move(pending_.back());
      pending_.pop_back();
      enter(next);
    }
    std::ranges::sort(listing_.files, {}, &FoundFile::relative);
    return std::move(listing_);
  }

 private:
  struct Folder {
    fs::path path;
    std::string relative;
  };

  void enter(const Folder& folder) {
    std::vector<std::string> names;
    if (const int error = names_in(folder.path, names); error != 0) {
      const auto reason = std::generic_category().message(error);
      if (folder.relative.empty())
        throw InputError("cannot read the folder '" + io::shown(folder.path) + "': " + reason);
      listing_.problems.push_back({io::shown(folder.path), reason});
    }
    for (const auto& name : names) {
      if (name.front() == '.')
        ++listing_.hidden;
      else
        add(folder, name);
    }
  }

  void add(const Folder& folder, const std::string& name) {
    auto path = folder.path / name;
    auto relative = folder.relative.empty() ? name : folder.relative + "/" + name;
    struct stat info{};
    if (::stat(path.c_str(), &info) != 0) {
      ++listing_.special;
    } else if (S_ISREG(info.st_mode)) {
      listing_.files.push_back(
          {std::move(path), std::move(relative), static_cast<std::uint64_t>(info.st_size)});
    } else if (!S_ISDIR(info.st_mode)) {
      ++listing_.special;
    } else if (visited_.emplace(info.st_dev, info.st_ino).second && !looks_like_store(path)) {
      pending_.push_back({std::move(path), std::move(relative)});
    }
  }

  FolderListing listing_;
  std::vector<Folder> pending_;
  std::set<std::pair<dev_t, ino_t>> visited_;
};

}  // namespace

FolderListing list_folder(const fs::path& folder) { return Scan().run(folder); }

std::optional<LoadedFile> load_file(const fs::path& path) {
  File file(path);
  if (!file.regular()) throw InputError("not a regular file");
  std::array<char, 512> first{};
  const auto n = file.read(first);
  LoadedFile loaded;
  loaded.bytes.assign(first.data(), n);
  loaded.picture = vision::picture_type_of(loaded.bytes).has_value();
  const auto type =
      loaded.picture || has_json_name(path) ? std::nullopt : web::media_type_of(path, loaded.bytes);
  loaded.picture = loaded.picture || (!type && has_picture_name(path.filename().string()));
  if (loaded.picture) {
    loaded.bytes.clear();
    return loaded;
  }
  if (!type) return std::nullopt;
  loaded.type = *type;
  if (file.size() > longest_file)
    throw InputError("longer than " + std::to_string(longest_file >> 20) + " MiB");
  loaded.bytes.reserve(file.size());
  std::array<char, 1 << 16> buffer;
  while (const auto more = file.read(buffer)) {
    if (loaded.bytes.size() + more > longest_file) throw InputError("it grows while it is read");
    loaded.bytes.append(buffer.data(), more);
  }
  return loaded;
}

bool has_json_name(const fs::path& path) {
  auto extension = path.extension().string();
  for (char& c : extension)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return extension == ".jsonl" || extension == ".ndjson" || extension == ".json";
}

}  // namespace assay::retrieval
