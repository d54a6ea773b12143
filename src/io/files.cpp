#include "io/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <utility>

#include "assay/core/error.h"

namespace assay::io {
namespace {

namespace fs = std::filesystem;
using core::InputError;

std::string reason(int error) { return std::generic_category().message(error); }

[[noreturn]] void fail(const char* what, const fs::path& path, int error) {
  throw InputError(std::string("cannot ") + what + " '" + shown(path) + "': " + reason(error));
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  // Closing can report a write that failed late.
  int close() { return ::close(std::exchange(fd_, -1)); }

 private:
  int fd_;
};

fs::path sibling(const fs::path& target, const char* ending) {
  fs::path clean = target;
  if (!clean.has_filename()) clean = clean.parent_path();  // a trailing slash
  return clean.parent_path() / ("." + clean.filename().string() + ending);
}

}  // namespace

std::string read_file(const fs::path& path, std::size_t limit) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) fail("read", path, errno);
  struct stat info{};
  if (::fstat(file.get(), &info) != 0) fail("read", path, errno);
  if (S_ISDIR(info.st_mode)) fail("read", path, EISDIR);
  std::string bytes;
  if (S_ISREG(info.st_mode)) bytes.reserve(std::min<std::size_t>(info.st_size, limit));
  std::array<char, 1 << 16> buffer;
  for (;;) {
    const auto n = ::read(file.get(), buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail("read", path, errno);
    if (n == 0) return bytes;
    if (bytes.size() + static_cast<std::size_t>(n) > limit)
      throw InputError("'" + shown(path) + "' is longer than " + std::to_string(limit) + " bytes");
    bytes.append(buffer.data(), static_cast<std::size_t>(n));
  }
}

void write_all(int file, std::string_view bytes, const fs::path& path) {
  while (!bytes.empty()) {
    const auto n = ::write(file, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail("write", path, errno);
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
}

namespace {

void write_beside(const fs::path& path, std::string_view bytes, bool flush) {
  std::string temporary = sibling(path, ".XXXXXX").string();
  const int fd = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (fd < 0) fail("write", path, errno);
  Descriptor file(fd);
  try {
    ::fchmod(file.get(), 0644);
    write_all(file.get(), bytes, path);
    if (flush && ::fsync(file.get()) != 0 && errno != EINVAL) fail("write", path, errno);
    if (file.close() != 0) fail("write", path, errno);
    if (::rename(temporary.c_str(), path.c_str()) != 0) fail("write", path, errno);
  } catch (...) {
    ::unlink(temporary.c_str());
    throw;
  }
}

}  // namespace

void write_file(const fs::path& path, std::string_view bytes) { write_beside(path, bytes, true); }

void write_file_unflushed(const fs::path& path, std::string_view bytes) {
  write_beside(path, bytes, false);
}

std::filesystem::path user_cache() {
  if (const char* folder = std::getenv("XDG_CACHE_HOME"); folder != nullptr && *folder == '/')
    return std::filesystem::path(folder) / "assay";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
    return std::filesystem::path(home) / ".cache" / "assay";
  return {};
}

void make_folder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) fail("make the folder", path, error.value());
  if (!fs::is_directory(path, error)) fail("make the folder", path, ENOTDIR);
}

void replace_folder(const fs::path& built, const fs::path& target) {
  if (::renameat2(AT_FDCWD, built.c_str(), AT_FDCWD, target.c_str(), RENAME_EXCHANGE) == 0) {
    std::error_code ignored;
    fs::remove_all(built, ignored);
    return;
  }
  if (errno == ENOENT) {
    if (::rename(built.c_str(), target.c_str()) != 0) fail("write", target, errno);
    return;
  }
  // The file system can't exchange: two steps, and back where the second fails.
  const auto aside = sibling(target, ".old");
  std::error_code ignored;
  fs::remove_all(aside, ignored);
  if (::rename(target.c_str(), aside.c_str()) != 0) fail("replace", target, errno);
  if (::rename(built.c_str(), target.c_str()) != 0) {
    const int error = errno;
    ::rename(aside.c_str(), target.c_str());
    fail("write", target, error);
  }
  fs::remove_all(aside, ignored);
}

TemporaryFolder::TemporaryFolder(const fs::path& target) {
  const auto parent = sibling(target, "").parent_path();
  if (!parent.empty()) make_folder(parent);
  std::string name = sibling(target, ".XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) fail("write", target, errno);
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string shown(const fs::path& path) {
  std::string text;
  const std::string bytes = path.string();
  const auto continuation = [&](std::size_t at) {
    return at < bytes.size() && (static_cast<unsigned char>(bytes[at]) & 0xC0) == 0x80;
  };
  for (std::size_t i = 0; i < bytes.size();) {
    const auto c = static_cast<unsigned char>(bytes[i]);
    const std::size_t length = c < 0x80                ? 1
                               : c >= 0xC2 && c < 0xE0 ? 2
                               : c >= 0xE0 && c < 0xF0 ? 3
                               : c >= 0xF0 && c < 0xF5 ? 4
                                                       : 0;
    bool whole = length > 0 && c >= 0x20 && c != 0x7F;
    for (std::size_t k = 1; k < length; ++k) whole = whole && continuation(i + k);
    if (whole) {
      text.append(bytes, i, length);
      i += length;
      continue;
    }
    std::array<char, 5> escape{};
    std::snprintf(escape.data(), escape.size(), "\\x%02x", c);
    text += escape.data();
    ++i;
  }
  return text;
}

}  // namespace assay::io
