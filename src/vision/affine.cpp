#include "vision/affine.h"

#include <cmath>

namespace assay::vision {

bool Affine::invertible() const {
  const double area = determinant();
  return std::isfinite(area) && std::isfinite(c) && std::isfinite(f) && std::abs(area) > 1e-9;
}

Affine Affine::inverse() const {
  const double area = determinant();
  Affine out{e / area, -b / area, 0, -d / area, a / area, 0};
  out.c = -(out.a * c + out.b * f);
  out.f = -(out.d * c + out.e * f);
  return out;
}

Affine Affine::after(const Affine& first) const {
  return {a * first.a + b * first.d, a * first.b + b * first.e, a * first.c + b * first.f + c,
          d * first.a + e * first.d, d * first.b + e * first.e, d * first.c + e * first.f + f};
}

double share_inside(const Affine& map, double width, double height, double into_width,
                    double into_height) {
  constexpr int steps = 32;
  int inside = 0;
  for (int y = 0; y < steps; ++y)
    for (int x = 0; x < steps; ++x) {
      const auto p = map({(x + 0.5) * width / steps, (y + 0.5) * height / steps});
      inside += p.x >= 0 && p.y >= 0 && p.x <= into_width && p.y <= into_height;
    }
  return inside / static_cast<double>(steps * steps);
}

}  // namespace assay::vision
