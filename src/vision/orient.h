#pragma once
#include "vision/picture.h"

namespace assay::vision {

// The picture as a viewer shows it whose EXIF orientation is `orientation` (1 to 8; 1: as it is).
Picture oriented(Picture picture, int orientation);

}  // namespace assay::vision
