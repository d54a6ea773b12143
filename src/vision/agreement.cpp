#include <algorithm>
#include <cmath>
#include <vector>

#include "vision/geometry.h"

namespace assay::vision {
namespace {

constexpr int side = thumbnail_side;
constexpr int block = 8;
constexpr double faintest = 3.0;  // standard deviation of brightness that can be seen
constexpr double alike = 0.7;     // correlation of two blocks that show the same

class Correlation {
 public:
  void add(double x, double y) {
    n_ += 1;
    x_ += x, y_ += y, xx_ += x * x, yy_ += y * y, xy_ += x * y;
  }
  double count() const { return n_; }
  double deviation_x() const { return std::sqrt(std::max(0.0, xx_ / n_ - x_ * x_ / n_ / n_)); }
  double deviation_y() const { return std::sqrt(std::max(0.0, yy_ / n_ - y_ * y_ / n_ / n_)); }
  double value() const {
    const double both = deviation_x() * deviation_y();
    return both < 1e-6 ? 0 : (xy_ / n_ - x_ * y_ / n_ / n_) / both;
  }

 private:
  double n_ = 0, x_ = 0, y_ = 0, xx_ = 0, yy_ = 0, xy_ = 0;
};

double sample(std::span<const std::uint8_t> pixels, Point at) {
  const double x = std::clamp(at.x - 0.5, 0.0, side - 1.001);
  const double y = std::clamp(at.y - 0.5, 0.0, side - 1.001);
  const int left = static_cast<int>(x);
  const int top = static_cast<int>(y);
  const double fx = x - left;
  const double fy = y - top;
  const auto* p = pixels.data() + top * side + left;
  return (p[0] * (1 - fx) + p[1] * fx) * (1 - fy) + (p[side] * (1 - fx) + p[side + 1] * fx) * fy;
}

// Takes out the plane that fits best.
std::vector<double> without_slope(std::span<const std::uint8_t> pixels) {
  constexpr double middle = (side - 1) / 2.0;
  double mean = 0, by_x = 0, by_y = 0, squares = 0;
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      const double value = pixels[static_cast<std::size_t>(y * side + x)];
      mean += value / (side * side);
      by_x += value * (x - middle);
      by_y += value * (y - middle);
      squares += (x - middle) * (x - middle);
    }
  std::vector<double> out;
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x)
      out.push_back(pixels[static_cast<std::size_t>(y * side + x)] - mean -
                    (by_x * (x - middle) + by_y * (y - middle)) / squares);
  return out;
}

bool inside(Point p) { return p.x >= 0 && p.y >= 0 && p.x <= side && p.y <= side; }

struct Frame {
  double left = side, top = side, right = 0, bottom = 0;
};

// Where in the found picture the query lies.
Frame frame_of(const Affine& map) {
  Frame frame;
  for (const Point corner : {Point{0, 0}, Point{side, 0}, Point{0, side}, Point{side, side}}) {
    const auto p = map(corner);
    frame.left = std::min(frame.left, p.x);
    frame.right = std::max(frame.right, p.x);
    frame.top = std::min(frame.top, p.y);
    frame.bottom = std::max(frame.bottom, p.y);
  }
  frame.left = std::max(frame.left, 0.0);
  frame.top = std::max(frame.top, 0.0);
  frame.right = std::min<double>(frame.right, side);
  frame.bottom = std::min<double>(frame.bottom, side);
  return frame;
}

}  // namespace

Agreement::Agreement(std::span<const std::uint8_t> query, std::span<const std::uint8_t> found,
                     const Affine& map) {
  if (!map.invertible()) return;
  const auto back = map.inverse();
  const auto frame = frame_of(map);
  if (frame.right - frame.left < 4 || frame.bottom - frame.top < 4) return;
  // The grid lies over what overlaps, so that a small part is looked at as closely as the whole.
  left_ = frame.left;
  top_ = frame.top;
  step_x_ = (frame.right - frame.left) / grid;
  step_y_ = (frame.bottom - frame.top) / grid;
  Correlation all;
  for (int i = 0; i < grid * grid; ++i) {
    Correlation here;
    for (int k = 0; k < block * block; ++k) {
      const Point in_found{left_ + (i % grid + (k % block + 0.5) / block) * step_x_,
                           top_ + (i / grid + (k / block + 0.5) / block) * step_y_};
      const auto in_query = back(in_found);
      if (!inside(in_query)) continue;
      const double a = sample(query, in_query);
      const double b = sample(found, in_found);
      here.add(a, b);
      all.add(a, b);
    }
    if (here.count() < block * block / 2.0) continue;
    states_[i] = Block::faint;
    if (std::max(here.deviation_x(), here.deviation_y()) < faintest) continue;
    ++blocks_;
    states_[i] = here.value() >= alike ? Block::same : Block::other;
    agreeing_ += states_[i] == Block::same;
  }
  if (all.count() > 0) similarity_ = all.value();
}

bool Agreement::agrees_at(Point in_found) const {
  if (step_x_ <= 0 || step_y_ <= 0) return false;
  const int x = static_cast<int>(std::floor((in_found.x - left_) / step_x_));
  const int y = static_cast<int>(std::floor((in_found.y - top_) / step_y_));
  if (x < 0 || y < 0 || x >= grid || y >= grid) return false;
  const auto state = states_[y * grid + x];
  return state == Block::same || state == Block::faint;
}

double similarity_without_slope(std::span<const std::uint8_t> query,
                                std::span<const std::uint8_t> found, int orientation) {
  const auto a = without_slope(query);
  const auto b = without_slope(found);
  const bool swapped = orientation >= 5;
  const bool flip_x = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
  const bool flip_y = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  Correlation all;
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      int from_x = swapped ? y : x;
      int from_y = swapped ? x : y;
      if (flip_x) from_x = side - 1 - from_x;
      if (flip_y) from_y = side - 1 - from_y;
      all.add(a[static_cast<std::size_t>(from_y * side + from_x)],
              b[static_cast<std::size_t>(y * side + x)]);
    }
  if (std::min(all.deviation_x(), all.deviation_y()) < faintest) return 0;
  return all.value();
}

}  // namespace assay::vision
