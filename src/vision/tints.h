#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "vision/affine.h"
#include "vision/picture.h"

namespace assay::vision {

inline constexpr int tint_side = 16;
// What colour a picture squeezed to 16 × 16 has, whatever its brightness: for each cell how much
// more red than green, and how much less blue than either; 0 is gray.
using Tints = std::array<std::int8_t, 2 * tint_side * tint_side>;

// `picture` must not be empty.
Tints tints_of(const Picture& picture);

// How far the colours of two pictures go together where `map` (from the query's cells to the
// found picture's) lays one over the other: -1 to 1. A cast over the whole picture or paler colours
// change nothing. Nothing where one of them is gray, or all of one colour. `counts` says of a point
// of the found picture, in its cells, whether it is looked at.
std::optional<double> tint_agreement(std::span<const std::int8_t> query,
                                     std::span<const std::int8_t> found, const Affine& map,
                                     const std::function<bool(Point)>& counts);

}  // namespace assay::vision
