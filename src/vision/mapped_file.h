#pragma once
#include <cstddef>
#include <filesystem>
#include <span>

namespace assay::vision {

// A file as memory.
class MappedFile {
 public:
  // Throws InputError, which names the file and the reason.
  static MappedFile read(const std::filesystem::path& path);
  // A new file of so many bytes, all zero, to be filled in.
  static MappedFile create(const std::filesystem::path& path, std::size_t bytes);

  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  std::span<const std::byte> bytes() const { return {at_, size_}; }
  std::span<std::byte> writable() { return {at_, size_}; }  // of create() only
  // Throws InputError where the disk doesn't take it.
  void flush(const std::filesystem::path& path);

 private:
  MappedFile(std::byte* at, std::size_t size) : at_(at), size_(size) {}
  std::byte* at_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace assay::vision
