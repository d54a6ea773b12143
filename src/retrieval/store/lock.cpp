#include "retrieval/store/lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include "assay/core/error.h"
#include "io/files.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path, int error) {
  throw core::InputError("cannot write '" + io::shown(path) +
                         "': " + std::generic_category().message(error));
}

int open_or_make(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor < 0) fail(path, errno);
  return descriptor;
}

bool lock(int descriptor, int how) {
  while (::flock(descriptor, how) != 0)
    if (errno != EINTR) return false;
  return true;
}

}  // namespace

FileLock FileLock::wait(const fs::path& path) {
  FileLock held(open_or_make(path));
  if (!lock(held.descriptor_, LOCK_EX)) fail(path, errno);
  return held;
}

std::optional<FileLock> FileLock::try_make(const fs::path& path) {
  FileLock held(open_or_make(path));
  if (!lock(held.descriptor_, LOCK_EX | LOCK_NB)) return std::nullopt;
  return held;
}

std::optional<FileLock> FileLock::try_existing(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor < 0) return std::nullopt;
  FileLock held(descriptor);
  if (!lock(descriptor, LOCK_EX | LOCK_NB)) return std::nullopt;
  return held;
}

FileLock FileLock::make_locked(const fs::path& path) {
  auto first = path;
  first += ".new";
  auto held = wait(first);
  if (::rename(first.c_str(), path.c_str()) != 0) fail(path, errno);
  return held;
}

FileLock::FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

FileLock::~FileLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace assay::retrieval
