#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace assay::vision {

// Pixels as they are looked at: upright, sRGB, 8 bits a channel, opaque, rows without gaps.
struct Picture {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgb;  // width * height * 3

  Picture() = default;
  Picture(int columns, int rows)
      : width(columns), height(rows), rgb(static_cast<std::size_t>(columns) * rows * 3) {}
  bool empty() const { return rgb.empty(); }
  std::uint8_t* row(int y) { return rgb.data() + static_cast<std::size_t>(y) * width * 3; }
  const std::uint8_t* row(int y) const {
    return rgb.data() + static_cast<std::size_t>(y) * width * 3;
  }
};

}  // namespace assay::vision
