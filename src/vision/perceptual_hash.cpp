#include "vision/perceptual_hash.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace assay::vision {
namespace {

constexpr int side = thumbnail_side;
constexpr int waves = 16;
using Coefficients = std::array<float, waves * waves>;
using Basis = std::array<std::array<float, side>, waves>;

// Waves 1 to 16; wave 0 is the brightness, which says nothing.
Basis make_basis() {
  Basis basis{};
  for (int u = 0; u < waves; ++u)
    for (int x = 0; x < side; ++x)
      basis[u][x] =
          static_cast<float>(std::cos(std::numbers::pi * (2 * x + 1) * (u + 1) / (2.0 * side)));
  return basis;
}

Coefficients transform(std::span<const std::uint8_t, 64 * 64> pixels) {
  static const Basis basis = make_basis();
  std::array<float, waves * side> rows{};  // waves along x, for each y
  for (int y = 0; y < side; ++y)
    for (int u = 0; u < waves; ++u) {
      float sum = 0;
      for (int x = 0; x < side; ++x) sum += basis[u][x] * static_cast<float>(pixels[y * side + x]);
      rows[u * side + y] = sum;
    }
  Coefficients all{};
  for (int v = 0; v < waves; ++v)
    for (int u = 0; u < waves; ++u) {
      float sum = 0;
      for (int y = 0; y < side; ++y) sum += basis[v][y] * rows[u * side + y];
      all[v * waves + u] = sum;
    }
  return all;
}

// Mirroring a picture turns the sign of its odd waves, and turning it over its diagonal swaps the
// axes: so all eight follow from one transform.
Coefficients turned(const Coefficients& from, int orientation) {
  const bool swapped = orientation >= 5;
  const bool flip_x = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
  const bool flip_y = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  Coefficients to{};
  for (int v = 0; v < waves; ++v)
    for (int u = 0; u < waves; ++u) {
      const int from_u = swapped ? v : u;
      const int from_v = swapped ? u : v;
      float value = from[from_v * waves + from_u];
      // Element 0 is wave 1: the even elements are the odd waves.
      if (flip_x && from_u % 2 == 0) value = -value;
      if (flip_y && from_v % 2 == 0) value = -value;
      to[v * waves + u] = value;
    }
  return to;
}

PerceptualHash hash_of(const Coefficients& coefficients) {
  auto sorted = coefficients;
  const auto middle = sorted.begin() + sorted.size() / 2;
  std::nth_element(sorted.begin(), middle, sorted.end());
  PerceptualHash hash;
  for (std::size_t i = 0; i < coefficients.size(); ++i)
    if (coefficients[i] > *middle) hash.bits[i / 64] |= std::uint64_t{1} << i % 64;
  return hash;
}

}  // namespace

int distance(const PerceptualHash& a, const PerceptualHash& b) {
  int sum = 0;
  for (std::size_t i = 0; i < a.bits.size(); ++i) sum += std::popcount(a.bits[i] ^ b.bits[i]);
  return sum;
}

std::array<PerceptualHash, 8> perceptual_hashes(std::span<const std::uint8_t, 64 * 64> thumbnail) {
  const auto coefficients = transform(thumbnail);
  std::array<PerceptualHash, 8> all;
  for (int k = 0; k < 8; ++k) all[k] = hash_of(turned(coefficients, k + 1));
  return all;
}

}  // namespace assay::vision
