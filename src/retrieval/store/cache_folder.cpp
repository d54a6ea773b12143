#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "assay/core/error.h"
#include "io/files.h"
#include "retrieval/corpus.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;

bool can_write(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  return !error && ::access(folder.c_str(), W_OK | X_OK) == 0;
}

fs::path from_environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? fs::path() : fs::path(value);
}

// Among the temporary files anybody may have made a folder of that name, to plant what is read as
// ours.
fs::path private_temporary() {
  std::error_code error;
  auto folder = fs::temp_directory_path(error);
  if (error) folder = "/tmp";
  folder /= "assay-cache-" + std::to_string(::geteuid());
  ::mkdir(folder.c_str(), 0700);
  struct stat info{};
  if (::lstat(folder.c_str(), &info) != 0 || !S_ISDIR(info.st_mode) || info.st_uid != ::geteuid() ||
      (info.st_mode & 022) != 0)
    throw core::InputError(
        "no folder for the indexes can be written: neither $XDG_CACHE_HOME, "
        "~/.cache nor '" +
        io::shown(folder) + "'");
  return folder;
}

}  // namespace

fs::path default_cache() {
  const auto named = from_environment("XDG_CACHE_HOME");
  if (named.is_absolute() && can_write(named / "assay")) return named / "assay";
  const auto home = from_environment("HOME");
  if (home.is_absolute() && can_write(home / ".cache" / "assay")) return home / ".cache" / "assay";
  return private_temporary();
}

}  // namespace assay::retrieval
