#pragma once
#include <array>
#include <cstdint>
#include <span>

namespace assay::vision {

// 256 bits that stay nearly the same where a picture is resized, recompressed or slightly edited:
// which of its 16 × 16 coarsest waves are stronger than their median. Two unrelated pictures differ
// in about 128 bits.
struct PerceptualHash {
  std::array<std::uint64_t, 4> bits{};
  friend bool operator==(const PerceptualHash&, const PerceptualHash&) = default;
};

// In how many bits they differ: 0 to 256.
int distance(const PerceptualHash& a, const PerceptualHash& b);

inline constexpr int thumbnail_side = 64;
// Brightness of a picture squeezed to 64 × 64, whatever its shape.
using Thumbnail = std::array<std::uint8_t, thumbnail_side * thumbnail_side>;

// The hash of the picture in each of the eight ways that it can be turned and mirrored: element k
// is that of oriented(picture, k + 1).
std::array<PerceptualHash, 8> perceptual_hashes(std::span<const std::uint8_t, 64 * 64> thumbnail);

}  // namespace assay::vision
