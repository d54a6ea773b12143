#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "retrieval/documents/picture_stock.h"
#include "retrieval/index/index.h"
#include "retrieval/store/picture_table.h"
#include "vision/image_index.h"

namespace assay::retrieval {

// The pictures of some documents: which document shows which, by which words they are found, and
// what they look like. Read-only; safe to use from several threads. Pictures and showings have
// numbers from 0; a number beyond the end throws std::out_of_range.
class Pictures {
 public:
  virtual ~Pictures() = default;
  virtual std::uint32_t pictures() const = 0;
  virtual std::uint32_t showings() const = 0;
  virtual PictureDigest digest(std::uint32_t picture) const = 0;
  virtual Showing showing(std::uint32_t number) const = 0;
  // Numbers of the showings of a picture, ascending.
  virtual std::vector<std::uint32_t> shown(std::uint32_t picture) const = 0;
  virtual std::string bytes(std::uint32_t picture) const = 0;
  // One text for each showing.
  virtual const Index& words() const = 0;
  // Pictures by their numbers.
  virtual const vision::ImageIndex& looks() const = 0;

  // The picture that the document shows there, where it is one of these.
  std::optional<std::uint32_t> find(std::uint32_t document, std::size_t image) const;
};

// Opens those of a store. Throws InputError where they are damaged.
std::unique_ptr<Pictures> open_pictures(const std::filesystem::path& store);

// Pictures in memory: those of the few documents of a claim.
struct PictureOfDocument {
  std::uint32_t document = 0;
  std::uint32_t image = 0;
  std::string sha256;
  std::string words;
};
// The stock gives the bytes.
std::unique_ptr<Pictures> pictures_in_memory(std::span<const PictureOfDocument> shown,
                                             PictureStock& stock);

}  // namespace assay::retrieval
