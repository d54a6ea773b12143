#pragma once
#include <memory>

#include "io/pool.h"
#include "models/pixels.h"
#include "vision/picture_readers.h"

namespace assay::cli {

// Decodes pictures for models inside the process: in the sandboxed workers, on the pool's threads.
// The pool outlives it.
models::PixelReader pixel_reader(std::shared_ptr<vision::PictureReaders> readers, io::Pool& pool);

}  // namespace assay::cli
