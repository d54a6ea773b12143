#pragma once
#include <optional>
#include <string_view>

#include "assay/core/date.h"

namespace assay::vision {

// What is read of a camera's notes.
struct Exif {
  int orientation = 1;              // 1 to 8; 1 where there is none or it is none of these
  std::optional<core::Date> taken;  // DateTimeOriginal, else DateTime
};

// `bytes` is the TIFF structure, with or without the `Exif\0\0` before it. Whatever is broken in it
// is left out.
Exif read_exif(std::string_view bytes);

}  // namespace assay::vision
