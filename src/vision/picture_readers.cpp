#include "vision/picture_readers.h"

#include <utility>

namespace assay::vision {

PictureReaders::PictureReaders(std::filesystem::path program, PictureLimits limits)
    : program_(std::move(program)), limits_(limits) {}

DecodedImage PictureReaders::read(std::string_view bytes) {
  auto reader = take();
  try {
    auto image = reader->read(bytes);
    put_back(std::move(reader));
    return image;
  } catch (const Undecodable&) {
    put_back(std::move(reader));  // it serves the next picture as if nothing had happened
    throw;
  }
}

std::unique_ptr<PictureReader> PictureReaders::take() {
  const std::lock_guard lock(mutex_);
  if (idle_.empty()) return std::make_unique<PictureReader>(program_, limits_);
  auto reader = std::move(idle_.back());
  idle_.pop_back();
  return reader;
}

void PictureReaders::put_back(std::unique_ptr<PictureReader> reader) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(reader));
}

}  // namespace assay::vision
