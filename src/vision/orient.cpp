#include "vision/orient.h"

#include <algorithm>
#include <utility>

namespace assay::vision {

Picture oriented(Picture picture, int orientation) {
  if (orientation <= 1 || orientation > 8) return picture;
  const bool turned = orientation >= 5;
  const int w = picture.width;
  const int h = picture.height;
  Picture out(turned ? h : w, turned ? w : h);
  // Which pixel of the stored picture stands at (x, y) of the shown one: from left, from top.
  const bool flip_x = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
  const bool flip_y = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  for (int y = 0; y < out.height; ++y) {
    auto* to = out.row(y);
    for (int x = 0; x < out.width; ++x, to += 3) {
      int from_x = turned ? y : x;
      int from_y = turned ? x : y;
      if (flip_x) from_x = w - 1 - from_x;
      if (flip_y) from_y = h - 1 - from_y;
      std::copy_n(picture.row(from_y) + static_cast<std::size_t>(from_x) * 3, 3, to);
    }
  }
  return out;
}

}  // namespace assay::vision
