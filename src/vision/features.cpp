#include "vision/features.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <opencv2/features2d.hpp>
#include <opencv2/imgproc.hpp>

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

// `side` is the longer one of `gray`; the features are given as of the normalised picture.
std::vector<Feature> features_of(const cv::Mat& gray, int side) {
  if (gray.cols < 32 || gray.rows < 32) return {};
  const float scale = static_cast<float>(normalised_side) / static_cast<float>(side);
  const auto octaves_off = static_cast<int>(std::lround(std::log(scale) / std::log(octave_factor)));
  const auto orb = cv::ORB::create(detected_features, static_cast<float>(octave_factor), octaves,
                                   19, 0, 2, cv::ORB::HARRIS_SCORE, 31, weakest_corner);
  std::vector<cv::KeyPoint> points;
  orb->detect(gray, points);
  points = spread(points, gray.size());
  cv::Mat descriptors;
  orb->compute(gray, points, descriptors);
  std::vector<Feature> features;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto& point = points[i];
    Feature feature;
    std::memcpy(feature.descriptor.data(), descriptors.ptr(static_cast<int>(i)), 32);
    feature.x = static_cast<std::uint16_t>(point.pt.x * scale * 64.F);
    feature.y = static_cast<std::uint16_t>(point.pt.y * scale * 64.F);
    feature.angle = static_cast<std::uint8_t>(std::lround(point.angle * 256.F / 360.F) & 255);
    feature.octave =
        static_cast<std::int8_t>(std::clamp(point.octave, 0, octaves - 1) + octaves_off);
    features.push_back(feature);
  }
  return features;
}

cv::Mat mirrored(const cv::Mat& gray) {
  cv::Mat mirror;
  cv::flip(gray, mirror, 1);
  return mirror;
}

void append(std::vector<Feature>& to, const std::vector<Feature>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

Thumbnail thumbnail_of(const cv::Mat& gray) {
  Thumbnail thumbnail;
  cv::Mat out(thumbnail_side, thumbnail_side, CV_8U, thumbnail.data());
  const bool smaller = gray.cols >= thumbnail_side && gray.rows >= thumbnail_side;
  cv::resize(gray, out, out.size(), 0, 0, smaller ? cv::INTER_AREA : cv::INTER_LINEAR);
  return thumbnail;
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
  print.hashes = perceptual_hashes(print.thumbnail);
  print.features = features_of(small, normalised_side);
  if (use == FingerprintUse::indexing) return print;
  const auto large = normalised(gray, enlarged_side);
  print.upright = print.features;
  append(print.upright, features_of(large, enlarged_side));
  print.mirrored = features_of(mirrored(small), normalised_side);
  append(print.mirrored, features_of(mirrored(large), enlarged_side));
  return print;
}

}  // namespace assay::vision
