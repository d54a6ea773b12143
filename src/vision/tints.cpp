#include "vision/tints.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace assay::vision {
namespace {

constexpr int side = tint_side;
constexpr double faintest = 3.5;  // steps by which colours vary (root of the mean square)
constexpr int fewest_samples = 12;
constexpr double rim = 0.75;  // cells: a frame's colour leaks into the outermost

struct Tint {
  double u = 0;
  double v = 0;
};

Tint cell(std::span<const std::int8_t> tints, int x, int y) {
  const auto at = static_cast<std::size_t>((y * side + x) * 2);
  return {static_cast<double>(tints[at]), static_cast<double>(tints[at + 1])};
}

Tint sample(std::span<const std::int8_t> tints, Point at) {
  const double x = std::clamp(at.x - 0.5, 0.0, side - 1.001);
  const double y = std::clamp(at.y - 0.5, 0.0, side - 1.001);
  const int left = static_cast<int>(x);
  const int top = static_cast<int>(y);
  const double fx = x - left;
  const double fy = y - top;
  const auto mix = [](Tint a, Tint b, double t) {
    return Tint{a.u * (1 - t) + b.u * t, a.v * (1 - t) + b.v * t};
  };
  return mix(mix(cell(tints, left, top), cell(tints, left + 1, top), fx),
             mix(cell(tints, left, top + 1), cell(tints, left + 1, top + 1), fx), fy);
}

// Sums over pairs of colours.
class Pairs {
 public:
  void add(Tint a, Tint b) {
    n_ += 1;
    a_.u += a.u, a_.v += a.v, b_.u += b.u, b_.v += b.v;
    aa_ += a.u * a.u + a.v * a.v;
    bb_ += b.u * b.u + b.v * b.v;
    ab_ += a.u * b.u + a.v * b.v;
  }
  std::optional<double> correlation() const {
    if (n_ < fewest_samples) return std::nullopt;
    const double a = aa_ / n_ - (a_.u * a_.u + a_.v * a_.v) / n_ / n_;
    const double b = bb_ / n_ - (b_.u * b_.u + b_.v * b_.v) / n_ / n_;
    if (std::min(a, b) < faintest * faintest) return std::nullopt;
    return (ab_ / n_ - (a_.u * b_.u + a_.v * b_.v) / n_ / n_) / std::sqrt(a * b);
  }

 private:
  double n_ = 0, aa_ = 0, bb_ = 0, ab_ = 0;
  Tint a_, b_;
};

}  // namespace

Tints tints_of(const Picture& picture) {
  const cv::Mat rgb(picture.height, picture.width, CV_8UC3,
                    const_cast<std::uint8_t*>(picture.rgb.data()));
  cv::Mat small;
  const bool smaller = picture.width >= side && picture.height >= side;
  cv::resize(rgb, small, {side, side}, 0, 0, smaller ? cv::INTER_AREA : cv::INTER_LINEAR);
  Tints tints{};
  for (int i = 0; i < side * side; ++i) {
    const auto& pixel = small.at<cv::Vec3b>(i / side, i % side);
    tints[static_cast<std::size_t>(i) * 2] = static_cast<std::int8_t>((pixel[0] - pixel[1]) / 2);
    tints[static_cast<std::size_t>(i) * 2 + 1] =
        static_cast<std::int8_t>((pixel[0] + pixel[1] - 2 * pixel[2]) / 4);
  }
  return tints;
}

std::optional<double> tint_agreement(std::span<const std::int8_t> query,
                                     std::span<const std::int8_t> found, const Affine& map,
                                     const std::function<bool(Point)>& counts) {
  if (!map.invertible()) return std::nullopt;
  const auto back = map.inverse();
  Pairs pairs;
  for (int i = 0; i < side * side; ++i) {
    const Point in_found{i % side + 0.5, i / side + 0.5};
    const auto in_query = back(in_found);
    if (in_query.x < rim || in_query.y < rim || in_query.x > side - rim || in_query.y > side - rim)
      continue;
    if (counts(in_found)) pairs.add(sample(query, in_query), sample(found, in_found));
  }
  return pairs.correlation();
}

}  // namespace assay::vision
