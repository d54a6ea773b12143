#pragma once
#include <array>

namespace assay::vision {

struct Point {
  double x = 0;
  double y = 0;
};

// x' = a x + b y + c, y' = d x + e y + f.
struct Affine {
  double a = 1, b = 0, c = 0;
  double d = 0, e = 1, f = 0;

  Point operator()(Point p) const { return {a * p.x + b * p.y + c, d * p.x + e * p.y + f}; }
  double determinant() const { return a * e - b * d; }
  bool invertible() const;
  Affine inverse() const;  // of an invertible one
  // First `first`, then this.
  Affine after(const Affine& first) const;
  static Affine scaling(double x, double y) { return {x, 0, 0, 0, y, 0}; }
};

// Of rectangle [0, width] × [0, height] put through `map`, the share that falls into
// [0, into_width] × [0, into_height]: 0 to 1.
double share_inside(const Affine& map, double width, double height, double into_width,
                    double into_height);

}  // namespace assay::vision
