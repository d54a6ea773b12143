#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "retrieval/documents/file.h"
#include "retrieval/index/bytes.h"

namespace assay::retrieval {

// Where a section of an index is written to.
class Sink {
 public:
  virtual ~Sink() = default;
  // Throws InputError where the disk is full.
  void write(std::string_view bytes) {
    size_ += bytes.size();
    checksum_.add(bytes);
    put(bytes);
  }
  std::uint64_t size() const { return size_; }
  std::uint64_t checksum() const { return checksum_.value(); }

 protected:
  virtual void put(std::string_view bytes) = 0;

 private:
  std::uint64_t size_ = 0;
  Checksum checksum_;
};

class MemorySink : public Sink {
 public:
  std::string take() { return std::move(bytes_); }

 protected:
  void put(std::string_view bytes) override { bytes_ += bytes; }

 private:
  std::string bytes_;
};

// A new file.
class FileSink : public Sink {
 public:
  explicit FileSink(const std::filesystem::path& path) : file_(path) {}
  // Writes what is left, and flushes it to the disk.
  void finish() { file_.finish(); }

 protected:
  void put(std::string_view bytes) override { file_.append(bytes); }

 private:
  FileWriter file_;
};

}  // namespace assay::retrieval
