#include "vision/features.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <opencv2/features2d.hpp>
#include <opencv2/imgproc.hpp>

#include "vision/content_box.h"

namespace assay::vision {
namespace {

// More are detected than kept, so that busy corners don't take all: each cell of a grid gives its
// strongest in turn.
constexpr int detected_features = 8000;
constexpr int grid = 8;
constexpr int octaves = 8;
constexpr int bands = 4;
constexpr int weakest_corner = 4;  // of 255; faint pictures have corners, too

cv::Mat gray_of(const Picture& picture) {
  const cv::Mat rgb(picture.height, picture.width, CV_8UC3,
                    const_cast<std::uint8_t*>(picture.rgb.data()));
  cv::Mat gray;
  cv::cvtColor(rgb, gray, cv::COLOR_RGB2GRAY);
  return gray;
}

cv::Mat normalised(const cv::Mat& gray, int side) {
  const double scale =
      static_cast<double>(side) / static_cast<double>(std::max(gray.cols, gray.rows));
  const cv::Size size(std::max(1, static_cast<int>(std::lround(gray.cols * scale))),
                      std::max(1, static_cast<int>(std::lround(gray.rows * scale))));
  if (size == gray.size()) return gray;
  cv::Mat out;
  cv::resize(gray, out, size, 0, 0, scale < 1 ? cv::INTER_AREA : cv::INTER_LINEAR);
  return out;
}

// The features to keep: in turn from each cell of the grid, and there from each band of
// sizes, the strongest. Without the bands small spots would win everywhere, and a picture that is
// found again at half its size has none of those.
std::vector<cv::KeyPoint> spread(const std::vector<cv::KeyPoint>& points, cv::Size size) {
  std::vector<std::vector<std::size_t>> bins(grid * grid * bands);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto cell = [](float at, int length) {
      return std::clamp(static_cast<int>(at * grid / static_cast<float>(length)), 0, grid - 1);
    };
    const int band = std::clamp(points[i].octave * bands / octaves, 0, bands - 1);
    bins[(cell(points[i].pt.y, size.height) * grid + cell(points[i].pt.x, size.width)) * bands +
         band]
        .push_back(i);
  }
  for (auto& bin : bins)
    std::sort(bin.begin(), bin.end(), [&](std::size_t a, std::size_t b) {
      return points[a].response != points[b].response ? points[a].response > points[b].response
                                                      : a < b;
    });
  std::vector<cv::KeyPoint> kept;
  bool any = true;
  for (std::size_t rank = 0; any && kept.size() < most_features; ++rank) {
    any = false;
    for (const auto& bin : bins) {
      if (rank >= bin.size() || kept.size() >= most_features) continue;
      kept.push_back(points[bin[rank]]);
      any = true;
    }
  }
  return kept;
}

// A picture in which features are looked for, and how its pixels become those of the normalised
// picture: by `scale`, then by `left` and `top`.
struct View {
  cv::Mat gray;
  double scale = 1;
  double left = 0;
  double top = 0;
};

cv::Ptr<cv::ORB> detector() {
  return cv::ORB::create(detected_features, static_cast<float>(octave_factor), octaves, 19, 0, 2,
                         cv::ORB::HARRIS_SCORE, 31, weakest_corner);
}

std::vector<cv::KeyPoint> detected(const View& view) {
  if (view.gray.cols < 32 || view.gray.rows < 32) return {};
  std::vector<cv::KeyPoint> points;
  detector()->detect(view.gray, points);
  return spread(points, view.gray.size());
}

void append_features(const View& view, std::vector<cv::KeyPoint> points,
                     std::vector<Feature>& features) {
  if (points.empty()) return;
  const auto octaves_off =
      static_cast<int>(std::lround(std::log(view.scale) / std::log(octave_factor)));
  cv::Mat descriptors;
  detector()->compute(view.gray, points, descriptors);
  const auto place = [](double at) {
    return static_cast<std::uint16_t>(std::clamp(at * 64, 0.0, 65535.0));
  };
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto& point = points[i];
    Feature feature;
    std::memcpy(feature.descriptor.data(), descriptors.ptr(static_cast<int>(i)), 32);
    feature.x = place(point.pt.x * view.scale + view.left);
    feature.y = place(point.pt.y * view.scale + view.top);
    feature.angle = static_cast<std::uint8_t>(std::lround(point.angle * 256.F / 360.F) & 255);
    feature.octave =
        static_cast<std::int8_t>(std::clamp(point.octave, 0, octaves - 1) + octaves_off);
    features.push_back(feature);
  }
}

// `whole`: the width of the normalised picture.
View mirrored(const View& view, double whole) {
  View mirror = view;
  mirror.gray = cv::Mat();  // else both would be the same pixels
  cv::flip(view.gray, mirror.gray, 1);
  mirror.left = whole - view.left - view.gray.cols * view.scale;
  return mirror;
}

// Where the same features are in the mirror image: detecting them again would cost more than
// describing them.
std::vector<cv::KeyPoint> mirrored(std::vector<cv::KeyPoint> points, const View& view) {
  for (auto& point : points) {
    point.pt.x = static_cast<float>(view.gray.cols - 1) - point.pt.x;
    point.angle = point.angle <= 180 ? 180 - point.angle : 540 - point.angle;
  }
  return points;
}

Thumbnail thumbnail_of(const cv::Mat& gray) {
  Thumbnail thumbnail;
  cv::Mat out(thumbnail_side, thumbnail_side, CV_8U, thumbnail.data());
  const bool smaller = gray.cols >= thumbnail_side && gray.rows >= thumbnail_side;
  cv::resize(gray, out, out.size(), 0, 0, smaller ? cv::INTER_AREA : cv::INTER_LINEAR);
  return thumbnail;
}

std::optional<InnerPicture> inner_of(const Picture& picture, const cv::Mat& gray,
                                     const cv::Mat& small) {
  const auto box = content_box(small);
  if (!box) return std::nullopt;
  const double x = static_cast<double>(gray.cols) / small.cols;
  const double y = static_cast<double>(gray.rows) / small.rows;
  InnerPicture inner;
  inner.left = std::min(static_cast<int>(box->x * x), gray.cols - 1);
  inner.top = std::min(static_cast<int>(box->y * y), gray.rows - 1);
  inner.width = std::clamp(static_cast<int>(box->width * x), 1, gray.cols - inner.left);
  inner.height = std::clamp(static_cast<int>(box->height * y), 1, gray.rows - inner.top);
  Picture part(inner.width, inner.height);
  for (int row = 0; row < inner.height; ++row)
    std::copy_n(picture.row(inner.top + row) + std::ptrdiff_t{inner.left} * 3,
                std::ptrdiff_t{inner.width} * 3, part.row(row));
  inner.thumbnail = thumbnail_of(gray_of(part));
  inner.tints = tints_of(part);
  inner.hashes = perceptual_hashes(inner.thumbnail);
  return inner;
}

// The inner picture of a query, as large as an index looks at pictures.
View view_of(const InnerPicture& inner, const cv::Mat& gray, const cv::Mat& small) {
  const double shrunk = static_cast<double>(small.cols) / gray.cols;
  const double longest = std::max(inner.width, inner.height);
  return {
      normalised(gray(cv::Rect(inner.left, inner.top, inner.width, inner.height)), normalised_side),
      longest * shrunk / normalised_side, inner.left * shrunk, inner.top * shrunk};
}

}  // namespace

Fingerprint fingerprint(const Picture& picture, FingerprintUse use) {
  // The callers' threads each do a picture; OpenCV's own would only get in their way.
  static const bool one_thread = (cv::setNumThreads(1), true);
  static_cast<void>(one_thread);
  Fingerprint print;
  print.width = picture.width;
  print.height = picture.height;
  const auto gray = gray_of(picture);
  const auto small = normalised(gray, normalised_side);
  print.thumbnail = thumbnail_of(small);
  print.tints = tints_of(picture);
  print.hashes = perceptual_hashes(print.thumbnail);
  const View whole{small};
  const auto points = detected(whole);
  append_features(whole, points, print.features);
  if (use == FingerprintUse::indexing) return print;
  print.upright = print.features;
  append_features(mirrored(whole, small.cols), mirrored(points, whole), print.mirrored);
  const auto look_at = [&](const View& view) {
    const auto more = detected(view);
    append_features(view, more, print.upright);
    append_features(mirrored(view, small.cols), mirrored(more, view), print.mirrored);
  };
  look_at({normalised(gray, enlarged_side), static_cast<double>(normalised_side) / enlarged_side});
  print.inner = inner_of(picture, gray, small);
  if (print.inner) look_at(view_of(*print.inner, gray, small));
  return print;
}

}  // namespace assay::vision
