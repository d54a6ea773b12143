#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace assay::retrieval {

// An archive of files (ZIP), read-only. For one thread at a time: each opens its own. Every failure
// is an InputError that names the archive.
class ZipArchive {
 public:
  explicit ZipArchive(const std::filesystem::path& path);
  ~ZipArchive();
  ZipArchive(ZipArchive&&) noexcept;
  ZipArchive& operator=(ZipArchive&&) noexcept;

  struct Entry {
    std::string name;        // with the folders, as the archive has it: may be anything
    std::uint64_t size = 0;  // unpacked, as the archive says
    std::uint64_t index = 0;
  };
  // Files only, in the order of the archive. At most a million.
  std::vector<Entry> entries() const;

  // Reads the file on and on: up to the size of the buffer; 0 at the end. The archive must outlive
  // it. It throws where the entry is damaged, encrypted, or more than `limit` bytes long, whatever
  // the archive says.
  std::function<std::size_t(std::span<char>)> reader(const Entry& entry, std::uint64_t limit) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay::retrieval
