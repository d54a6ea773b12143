#include "vision/picture_readers.h"

#include <memory>
#include <utility>

namespace assay::vision {

PictureReaders::PictureReaders(std::filesystem::path program, PictureLimits limits)
    : program_(std::move(program)), limits_(limits) {}

DecodedImage PictureReaders::read(std::string_view bytes) {
  return spares_.use<Undecodable>(
      [&] { return std::make_unique<PictureReader>(program_, limits_); },
      [&](PictureReader& reader) { return reader.read(bytes); });
}

}  // namespace assay::vision
