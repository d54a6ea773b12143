#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "vision/perceptual_hash.h"
#include "vision/picture.h"
#include "vision/tints.h"

namespace assay::vision {

// A spot of a picture that can be found again in a copy of it.
struct Feature {
  std::array<std::uint64_t, 4> descriptor{};  // ORB's 256 comparisons of brightness
  std::uint16_t x = 0;                        // in 1/64 of a pixel of the normalised picture
  std::uint16_t y = 0;
  std::uint8_t angle = 0;  // where it points to, 256 to a full turn, clockwise
  std::int8_t octave = 0;  // its size is 1.2 to the power of this
  std::uint16_t unused = 0;
};
static_assert(sizeof(Feature) == 40);

inline constexpr int most_features = 400;
// The longer side of the picture that features are looked for in, whatever its own size.
inline constexpr int normalised_side = 512;
inline constexpr double octave_factor = 1.2;
// A query is looked at larger, too: the picture may be a part of it (a screenshot, a frame), and is
// then smaller than it is in the index.
inline constexpr int enlarged_side = 768;

// Differing bits of two descriptors: 0 to 256, about 128 where they are unrelated.
inline int distance(const Feature& a, const Feature& b) {
  int sum = 0;
  for (std::size_t i = 0; i < 4; ++i) sum += std::popcount(a.descriptor[i] ^ b.descriptor[i]);
  return sum;
}

// The picture in a query that has a frame or a page around it.
struct InnerPicture {
  int left = 0;  // in pixels of the query
  int top = 0;
  int width = 0;
  int height = 0;
  Thumbnail thumbnail{};
  Tints tints{};
  std::array<PerceptualHash, 8> hashes;
};

// What an index knows of a picture, and a query brings.
struct Fingerprint {
  int width = 0;  // of the picture that it was made of
  int height = 0;
  Thumbnail thumbnail{};
  Tints tints{};
  std::array<PerceptualHash, 8> hashes;  // see perceptual_hashes()
  std::vector<Feature> features;         // at most most_features; what an index keeps
  // For queries: those, the enlarged picture's and the inner picture's, of the picture and of its
  // mirror image.
  std::vector<Feature> upright;
  std::vector<Feature> mirrored;
  std::optional<InnerPicture> inner;
};

enum class FingerprintUse {
  query,    // mirrored and enlarged as well
  indexing  // neither: a sixth of the time
};

// Deterministic, and safe to call from several threads. `picture` must not be empty.
Fingerprint fingerprint(const Picture& picture, FingerprintUse use = FingerprintUse::query);

}  // namespace assay::vision
