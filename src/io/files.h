#pragma once
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace assay::io {

// Reads a whole file. Throws InputError, which names the file and the reason, where it can't be
// read or is longer than `limit` bytes.
std::string read_file(const std::filesystem::path& path, std::size_t limit);

// Writes beside `path`, flushes to disk, and renames into place: whoever reads `path` sees the old
// bytes or the new, never a part. Throws InputError with the reason (a full disk, no permission);
// then nothing is left behind.
void write_file(const std::filesystem::path& path, std::string_view bytes);

// The same without waiting for the disk: a kill loses nothing, a crash of the machine may leave an
// empty file. For what can be told from its name and made again.
void write_file_unflushed(const std::filesystem::path& path, std::string_view bytes);

// Writes all the bytes to an open file, whatever interrupts it. `path` is for the message of the
// InputError that it throws; then a part of the bytes may have been written.
void write_all(int file, std::string_view bytes, const std::filesystem::path& path);

// What Assay keeps for this user between runs: ${XDG_CACHE_HOME:-~/.cache}/assay, which need not be
// there; empty where neither is set to an absolute path.
std::filesystem::path user_cache();

// Makes the folder and those above it. Throws InputError with the reason.
void make_folder(const std::filesystem::path& path);

// Puts the finished folder `built` in the place of `target`, in one step where the file system can
// (both on one), and removes what stood there. `target` need not exist. Throws InputError; then
// `target` is as it was.
void replace_folder(const std::filesystem::path& built, const std::filesystem::path& target);

// A folder beside `target` that is removed with all it holds when this ends, unless it was moved.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const std::filesystem::path& target);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// For messages: the path as text, with control characters and bytes that are not UTF-8 escaped.
std::string shown(const std::filesystem::path& path);

}  // namespace assay::io
