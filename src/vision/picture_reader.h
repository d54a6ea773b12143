#pragma once
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string_view>

#include "io/worker.h"
#include "vision/decode.h"

namespace assay::vision {

struct PictureLimits {
  std::size_t bytes = 64 << 20;            // a longer file is refused before it is sent
  std::size_t memory = 768 << 20;          // of the worker process
  std::chrono::milliseconds time{15'000};  // per picture, then the worker is killed
  int max_side = 2048;                     // pixels are scaled down to this
};

// Decodes pictures in a worker process of its own. Used by one thread at a time; make one for each
// thread. Making one is cheap: the worker starts with the first picture.
class PictureReader {
 public:
  // `program` is the assay program itself (/proc/self/exe in it).
  explicit PictureReader(std::filesystem::path program, PictureLimits limits = {});

  // Throws Undecodable with the reason in one line, without the file's name: no picture, broken,
  // beyond a bound, over its time or memory. The next picture is read as if nothing had happened.
  // Throws io::WorkerFailure (unusable) where no worker can be started.
  DecodedImage read(std::string_view bytes);
  // The same, scaled down to `max_side` instead of the limits'.
  DecodedImage read(std::string_view bytes, int max_side);

 private:
  PictureLimits limits_;
  io::Worker worker_;
};

}  // namespace assay::vision
