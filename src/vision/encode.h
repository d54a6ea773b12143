#pragma once
#include <string>

#include "vision/picture.h"

namespace assay::vision {

// Pictures for reports. `picture` must not be empty.
std::string encode_jpeg(const Picture& picture, int quality = 82);  // 1 to 100
std::string encode_png(const Picture& picture);

// Scaled down so that no side is longer than `max_side`; as it is where none is.
Picture fitted(const Picture& picture, int max_side);

// A JPEG no side of which is longer than `max_side`, and which is no longer than `most_bytes` where
// that can be had by lowering quality and then size: ten of 150,000 bytes make a page of 2 MB.
std::string encode_thumbnail(const Picture& picture, int max_side = 800,
                             std::size_t most_bytes = 150'000);

}  // namespace assay::vision
