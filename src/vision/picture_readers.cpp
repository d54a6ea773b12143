#include "vision/picture_readers.h"

#include <utility>

namespace assay::vision {

PictureReaders::PictureReaders(std::filesystem::path program, PictureLimits limits)
    : program_(std::move(program)), limits_(limits) {}

DecodedImage PictureReaders::read(std::string_view bytes) {
  auto reader = spares_.take();
  if (!reader) reader = std::make_unique<PictureReader>(program_, limits_);
  try {
    auto image = reader->read(bytes);
    spares_.put_back(std::move(reader));
    return image;
  } catch (const Undecodable&) {
    spares_.put_back(std::move(reader));  // it serves the next picture as if nothing had happened
    throw;
  }
}

}  // namespace assay::vision
