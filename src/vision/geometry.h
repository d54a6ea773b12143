#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "vision/affine.h"
#include "vision/features.h"

namespace assay::vision {

// How one set of features lies over another, in normalised pixels.
struct Alignment {
  Affine map;       // from the first to the second
  int inliers = 0;  // features that agree with it
  int matches = 0;  // that look alike, whether they agree or not
};

// The best alignment of `query` on `found`; nothing where fewer than six features agree on one.
// Deterministic: every match proposes the turn, size and shift that it would mean.
std::optional<Alignment> align(std::span<const Feature> query, std::span<const Feature> found);

// How far two pictures agree in brightness where a map lays one over the other, block by block.
class Agreement {
 public:
  // `map`: from the query's thumbnail to the found picture's, in their pixels. Each block is
  // compared by itself and independently of its brightness and contrast.
  Agreement(std::span<const std::uint8_t> query, std::span<const std::uint8_t> found,
            const Affine& map);

  int blocks() const { return blocks_; }  // that have something to be seen in either
  // Of those, the share that looks the same: 0 to 1.
  double share() const { return blocks_ == 0 ? 0 : static_cast<double>(agreeing_) / blocks_; }
  // Correlation over all that overlaps: -1 to 1.
  double similarity() const { return similarity_; }
  // Whether the block around this point of the found thumbnail looks the same, or has nothing to
  // be seen.
  bool agrees_at(Point in_found) const;

 private:
  static constexpr int grid = 8;
  enum class Block : std::uint8_t { outside, faint, other, same };
  double left_ = 0, top_ = 0, step_x_ = 0, step_y_ = 0;  // the part that overlaps, and its grid
  std::array<Block, grid * grid> states_{};
  int blocks_ = 0;
  int agreeing_ = 0;
  double similarity_ = 0;
};

// Correlation of the query, turned by `orientation` (1 to 8, as in EXIF), with the found picture,
// once the even slope of brightness that every sky has is taken out of both: -1 to 1; 0 where
// nothing is left to compare.
double similarity_without_slope(std::span<const std::uint8_t> query,
                                std::span<const std::uint8_t> found, int orientation);

// Where a map puts a feature of the query onto a spot that is a feature of the found picture, too:
// do the two look alike? Shapes at the same places (the rooms of one hotel, the crowds of one
// stadium) align and agree coarsely, and only what is seen close up tells them apart. What has been
// painted over in one of them must not count: `counts` says of a point of the found picture, in
// normalised pixels, whether it does.
struct Detail {
  int compared = 0;
  int alike = 0;
  double share() const { return compared == 0 ? 0 : static_cast<double>(alike) / compared; }
};
Detail detail(std::span<const Feature> query, std::span<const Feature> found, const Affine& map,
              const std::function<bool(Point)>& counts);

}  // namespace assay::vision
