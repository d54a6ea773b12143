#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "web/reader.h"

namespace assay::retrieval {

// Something that was left out, and why. `where` is fit to be shown.
struct Problem {
  std::string where;
  std::string reason;
};

struct FoundFile {
  std::filesystem::path path;
  std::string relative;  // its path in the folder, bytes as the file system has them
  std::uint64_t size = 0;
};

struct FolderListing {
  std::vector<FoundFile> files;   // in the order of their relative paths' bytes
  std::uint64_t hidden = 0;       // files and folders whose name begins with a dot
  std::uint64_t special = 0;      // links to nothing, pipes, devices
  std::vector<Problem> problems;  // folders that can't be read
};

// Every regular file under the folder. Links are followed, each folder is entered once; folders
// that are stores are left out. Throws InputError where the folder itself can't be read.
FolderListing list_folder(const std::filesystem::path& folder);

// A longer file is not read.
inline constexpr std::size_t longest_file = 64 << 20;

// The bytes of a file that may be a document; of a picture, which its name or its first bytes tell,
// none.
struct LoadedFile {
  web::MediaType type = web::MediaType::text;
  std::string bytes;
  bool picture = false;
};
// Nothing where the file is of a kind that no reader reads; of such a file the first bytes are all
// that is looked at. Throws InputError where it can't be read or is too long.
std::optional<LoadedFile> load_file(const std::filesystem::path& path);

// Is it, by its name, a file of JSON lines?
bool has_json_name(const std::filesystem::path& path);

}  // namespace assay::retrieval
