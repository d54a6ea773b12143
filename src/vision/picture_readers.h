#pragma once
#include <filesystem>
#include <string_view>

#include "io/spares.h"
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
  std::filesystem::path program_;
  PictureLimits limits_;
  io::Spares<PictureReader> spares_;
};

}  // namespace assay::vision
