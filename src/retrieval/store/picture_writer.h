#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <unordered_map>
#include <vector>

#include "retrieval/documents/file.h"
#include "retrieval/documents/picture_stock.h"
#include "retrieval/documents/source.h"
#include "retrieval/index/builder.h"
#include "retrieval/store/picture_table.h"
#include "vision/image_index.h"

namespace assay::retrieval {

// Writes the pictures of a new store. Of each picture a few dozen bytes stay in memory. Throws
// InputError where it can't (a full disk).
class PictureWriter {
 public:
  PictureWriter(std::filesystem::path folder, unsigned jobs);

  // Adds what the document with that number shows; numbers ascend. Of a picture that is new the
  // stock gives the bytes.
  void add(std::uint32_t document, std::span<const ShownPicture> shown, PictureStock& stock);

  std::uint64_t pictures() const { return rows_.size(); }
  std::uint64_t bytes() const { return bytes_.size(); }
  // Once.
  void finish();

 private:
  struct DigestHash {
    std::size_t operator()(const PictureDigest& digest) const;
  };
  std::uint32_t number_of(const ShownPicture& shown, PictureStock& stock);
  void write_tables();

  std::filesystem::path folder_;
  FileWriter bytes_;
  FileWriter showings_;
  IndexBuilder words_;
  vision::ImageIndexBuilder looks_;
  std::unordered_map<PictureDigest, std::uint32_t, DigestHash> numbers_;
  std::vector<PictureRow> rows_;
  std::vector<std::uint32_t> shown_;  // the picture of each showing
};

}  // namespace assay::retrieval
