#include "web/browser/profile_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>
#include <thread>

#include "io/files.h"
#include "web/browser/browser_options.h"

namespace assay::web {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr const char* prefix = "assay-browser-";

// May everybody go through the folder and those above it?
bool is_open_to_all(fs::path path) {
  std::error_code error;
  for (path = fs::canonical(path, error); !error; path = path.parent_path()) {
    if ((fs::status(path, error).permissions() & fs::perms::others_exec) == fs::perms::none)
      return false;
    if (path == path.root_path()) return true;
  }
  return false;
}

fs::path place_for(const fs::path& wanted, bool another_user) {
  if (!wanted.empty()) return wanted;
  std::error_code error;
  auto place = fs::temp_directory_path(error);
  return error || (another_user && !is_open_to_all(place)) ? fs::path("/tmp") : place;
}

// Processes that were killed may write for a moment yet.
void remove_folder(const fs::path& folder) {
  for (int tries = 0; tries < 20; ++tries) {
    std::error_code error;
    fs::remove_all(folder, error);
    if (!error) return;
    std::this_thread::sleep_for(10ms);
  }
}

bool is_mine(const fs::path& folder) {
  struct stat found{};
  return ::lstat(folder.c_str(), &found) == 0 && S_ISDIR(found.st_mode) &&
         found.st_uid == ::geteuid();
}

// Removes the folders of those that were killed: nobody holds their lock.
void remove_left_behind(const fs::path& place) {
  std::error_code error;
  for (fs::directory_iterator it(place, error), end; !error && it != end; it.increment(error)) {
    if (!it->path().filename().string().starts_with(prefix) || !is_mine(it->path())) continue;
    const int lock = ::open((it->path() / "lock").c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (lock < 0) continue;  // being made
    if (::flock(lock, LOCK_EX | LOCK_NB) == 0) remove_folder(it->path());
    ::close(lock);
  }
}

[[noreturn]] void fail(const fs::path& place) {
  throw BrowserUnavailable("cannot make the browser's folder in '" + io::shown(place) +
                           "': " + std::strerror(errno));
}

}  // namespace

ProfileFolder::ProfileFolder(const fs::path& place, const std::optional<BrowserUser>& user) {
  const auto parent = place_for(place, user.has_value());
  remove_left_behind(parent);
  std::string made = (parent / (std::string(prefix) + "XXXXXX")).string();
  if (::mkdtemp(made.data()) == nullptr) fail(parent);
  outer_ = made;
  profile_ = outer_ / "profile";
  lock_ = ::open((outer_ / "lock").c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  const bool ready = lock_ >= 0 && ::flock(lock_, LOCK_EX | LOCK_NB) == 0 &&
                     ::mkdir(profile_.c_str(), 0700) == 0 &&
                     (!user || (::chown(profile_.c_str(), user->user, user->group) == 0 &&
                                ::chmod(outer_.c_str(), 0711) == 0));
  if (ready) return;
  const int error = errno;
  if (lock_ >= 0) ::close(lock_);
  remove_folder(outer_);
  errno = error;
  fail(parent);
}

ProfileFolder::~ProfileFolder() {
  remove_folder(outer_);
  ::close(lock_);
}

}  // namespace assay::web
