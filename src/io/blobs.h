#pragma once
#include <filesystem>
#include <string>
#include <string_view>

namespace assay::io {

// Bytes kept for good, each in a file named by its SHA-256: FOLDER/ab/cdef…. What is named can't
// change, so writing twice is writing once. Safe to use from several threads and processes.
class Blobs {
 public:
  explicit Blobs(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // Keeps the bytes and returns their SHA-256. Throws InputError where they can't be written.
  std::string keep(std::string_view bytes) const;
  // Throws InputError where the blob is missing or its bytes don't have that SHA-256.
  std::string read(std::string_view sha256) const;
  // Is there a file for it that a crash did not leave empty? Its bytes are not looked at. False
  // where the name is no SHA-256: nothing else reaches the file system.
  bool holds(std::string_view sha256) const;
  std::filesystem::path path(std::string_view sha256) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace assay::io
