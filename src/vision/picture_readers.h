#pragma once
#include <filesystem>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "vision/picture_reader.h"

namespace assay::vision {

// PictureReader for several threads: as many workers as are in use at a time, kept for the next
// picture.
class PictureReaders {
 public:
  explicit PictureReaders(std::filesystem::path program, PictureLimits limits = {});

  // As PictureReader::read(). Thread-safe.
  DecodedImage read(std::string_view bytes);

 private:
  std::unique_ptr<PictureReader> take();
  void put_back(std::unique_ptr<PictureReader> reader);

  std::filesystem::path program_;
  PictureLimits limits_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<PictureReader>> idle_;
};

}  // namespace assay::vision
