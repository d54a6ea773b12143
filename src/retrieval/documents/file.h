#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace assay::retrieval {

// A file open for reading. Every failure is an InputError that names it.
class File {
 public:
  // Follows links; never waits for a pipe's other end unless `may_wait`.
  explicit File(std::filesystem::path path, bool may_wait = false);
  File(File&& other) noexcept;
  File& operator=(File&& other) noexcept;
  ~File();

  const std::filesystem::path& path() const { return path_; }
  bool regular() const { return regular_; }
  std::uint64_t size() const { return size_; }  // when it was opened

  // Reads on, up to the size of the buffer; 0 at the end.
  std::size_t read(std::span<char> buffer);
  // Exactly `size` bytes from there; for many threads at a time.
  std::string read_at(std::uint64_t offset, std::size_t size) const;
  int descriptor() const { return descriptor_; }

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
  bool regular_ = false;
  std::uint64_t size_ = 0;
};

// A whole file, mapped for reading.
class MappedFile {
 public:
  explicit MappedFile(const std::filesystem::path& path);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();
  std::string_view bytes() const { return {data_, size_}; }

 private:
  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

// Writes a new file from the front, through a buffer. Every failure (a full disk) is an InputError.
class FileWriter {
 public:
  explicit FileWriter(std::filesystem::path path);
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;
  ~FileWriter();

  void append(std::string_view bytes);
  std::uint64_t size() const { return size_; }
  // Writes what is left, waits until it is on the disk, and closes.
  void finish();

 private:
  void write(std::string_view bytes);

  std::filesystem::path path_;
  int descriptor_ = -1;
  std::string buffer_;
  std::uint64_t size_ = 0;
  std::uint64_t synced_ = 0;  // up to here the disk was told to begin
  std::uint64_t written_ = 0;
};

}  // namespace assay::retrieval
