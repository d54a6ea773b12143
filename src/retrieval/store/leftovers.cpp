#include "retrieval/store/leftovers.h"

#include <chrono>
#include <string>
#include <vector>

#include "retrieval/store/layout.h"
#include "retrieval/store/lock.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t random_letters = 6;  // of io::TemporaryFolder
constexpr std::chrono::minutes old_enough{10};

bool is_leftover(const fs::path& folder) {
  if (FileLock::try_existing(folder / building_name)) return true;
  std::error_code error;
  if (fs::exists(folder / building_name, error) || error) return false;
  // Killed before its lock had its name; or about to get it, if it is young.
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error))
    if (entry->path().filename() != std::string(building_name) + ".new") return false;
  const auto age = fs::file_time_type::clock::now() - fs::last_write_time(folder, error);
  return !error && age > old_enough;
}

}  // namespace

void remove_leftovers(const fs::path& target) {
  const auto beginning = "." + target.filename().string() + ".";
  std::error_code error;
  std::vector<fs::path> folders;
  for (fs::directory_iterator entry(target.parent_path(), error), end; !error && entry != end;
       entry.increment(error)) {
    const auto name = entry->path().filename().string();
    if (name.starts_with(beginning) && name.size() == beginning.size() + random_letters &&
        entry->symlink_status(error).type() == fs::file_type::directory)
      folders.push_back(entry->path());
  }
  for (const auto& folder : folders)
    if (is_leftover(folder)) fs::remove_all(folder, error);
}

}  // namespace assay::retrieval
