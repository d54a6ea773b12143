#pragma once
#include <algorithm>
#include <cstdint>
#include <random>

#include "vision/picture.h"

namespace assay::fuzz {

// Rectangles by chance: a small picture with enough corners to have features.
inline vision::Picture blocks(std::uint32_t seed, int count) {
  vision::Picture picture(96, 72);
  std::mt19937 chance(seed);
  for (int i = 0; i < count; ++i) {
    const auto left = static_cast<int>(chance() % 90);
    const auto top = static_cast<int>(chance() % 66);
    const auto right = std::min(picture.width, left + 4 + static_cast<int>(chance() % 24));
    const auto bottom = std::min(picture.height, top + 4 + static_cast<int>(chance() % 24));
    const auto shade = static_cast<std::uint8_t>(chance());
    for (int y = top; y < bottom; ++y)
      std::fill(picture.row(y) + left * 3, picture.row(y) + right * 3, shade);
  }
  return picture;
}

}  // namespace assay::fuzz
