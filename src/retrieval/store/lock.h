#pragma once
#include <filesystem>
#include <optional>

namespace assay::retrieval {

// A lock between processes on a file, which it makes. Given up when this or the process ends.
class FileLock {
 public:
  // Waits until it has the lock. Throws InputError where the file can't be made.
  static FileLock wait(const std::filesystem::path& path);
  // Nothing where another holds it, or where there is no such file.
  static std::optional<FileLock> try_existing(const std::filesystem::path& path);
  // Nothing where another holds it; makes the file.
  static std::optional<FileLock> try_make(const std::filesystem::path& path);
  // A new file that appears under its name only when it is locked.
  static FileLock make_locked(const std::filesystem::path& path);

  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  ~FileLock();

 private:
  explicit FileLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_ = -1;
};

}  // namespace assay::retrieval
