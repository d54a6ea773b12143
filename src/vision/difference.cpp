#include "vision/difference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace assay::vision {
namespace {

constexpr int work_side = 640;       // pixels of the longer side that are compared
constexpr int slack = 2;             // pixels that the alignment may be off
constexpr double faintest = 20;      // difference that is never noise, of 255
constexpr double smallest = 0.0008;  // share of the overlap that a region has at least
constexpr std::size_t most_regions = 12;

cv::Mat mat_of(const Picture& picture) {
  return {picture.height, picture.width, CV_8UC3, const_cast<std::uint8_t*>(picture.rgb.data())};
}

struct Aligned {
  cv::Mat query;  // float, three channels
  cv::Mat found;
  cv::Mat overlap;   // 255 where both are
  double scale = 1;  // work pixels a pixel of the query
};

cv::Mat softened(const cv::Mat& rgb) {
  cv::Mat blurred;
  cv::GaussianBlur(rgb, blurred, {}, 1.3);
  cv::Mat out;
  blurred.convertTo(out, CV_32F);
  return out;
}

// From red, green and blue to brightness and two of colour.
void to_brightness(cv::Mat& rgb) { cv::cvtColor(rgb, rgb, cv::COLOR_RGB2YCrCb); }

Aligned aligned(const Picture& query, const Picture& found, const Affine& to_found) {
  Aligned result;
  // The coarser of the two decides: detail that one doesn't have is no difference.
  const double zoom = std::sqrt(std::abs(to_found.determinant()));  // found pixels a query pixel
  const double longest = std::max(query.width, query.height);
  result.scale = std::min({1.0, work_side / longest, std::max(zoom, 64 / longest)});
  cv::Mat small;
  cv::resize(mat_of(query), small, {}, result.scale, result.scale, cv::INTER_AREA);
  const double found_scale = std::min(1.0, result.scale / zoom);
  cv::Mat source;
  cv::resize(mat_of(found), source,
             {std::max(1, static_cast<int>(std::lround(found.width * found_scale))),
              std::max(1, static_cast<int>(std::lround(found.height * found_scale)))},
             0, 0, cv::INTER_AREA);
  const auto map =
      Affine::scaling(static_cast<double>(source.cols) / found.width,
                      static_cast<double>(source.rows) / found.height)
          .after(to_found.after(Affine::scaling(static_cast<double>(query.width) / small.cols,
                                                static_cast<double>(query.height) / small.rows)));
  // OpenCV counts from the middle of a pixel, we from its corner.
  const auto middle = map({0.5, 0.5});
  const cv::Mat matrix =
      (cv::Mat_<double>(2, 3) << map.a, map.b, middle.x - 0.5, map.d, map.e, middle.y - 0.5);
  cv::Mat warped;
  cv::warpAffine(source, warped, matrix, small.size(), cv::INTER_LINEAR | cv::WARP_INVERSE_MAP,
                 cv::BORDER_REPLICATE);
  const cv::Mat ones(source.size(), CV_8U, cv::Scalar(255));
  cv::warpAffine(ones, result.overlap, matrix, small.size(),
                 cv::INTER_NEAREST | cv::WARP_INVERSE_MAP, cv::BORDER_CONSTANT);
  const int border = 2 * slack + 3;
  cv::copyMakeBorder(result.overlap, result.overlap, 1, 1, 1, 1, cv::BORDER_CONSTANT, 0);
  cv::erode(result.overlap, result.overlap,
            cv::getStructuringElement(cv::MORPH_RECT, {border, border}));
  result.overlap = result.overlap(cv::Rect(1, 1, small.cols, small.rows)).clone();
  result.query = softened(small);
  result.found = softened(warped);
  return result;
}

// Fits found * gain + offset to the query, colour by colour, from the pixels that obey the fit so
// far: an edited region has no say.
void level(Aligned& pair) {
  for (int channel = 0; channel < 3; ++channel) {
    double gain = 1;
    double offset = 0;
    double limit = 80;
    for (int round = 0; round < 6; ++round) {
      double n = 0, x = 0, y = 0, xx = 0, xy = 0, error = 0;
      for (int row = 0; row < pair.query.rows; row += 2)
        for (int column = 0; column < pair.query.cols; column += 2) {
          if (pair.overlap.at<std::uint8_t>(row, column) == 0) continue;
          const double from = pair.found.at<cv::Vec3f>(row, column)[channel];
          const double to = pair.query.at<cv::Vec3f>(row, column)[channel];
          // What has gone white or black in the query says nothing about how.
          if (to < 6 || to > 249) continue;
          const double off = std::abs(from * gain + offset - to);
          if (off > limit) continue;
          n += 1, x += from, y += to, xx += from * from, xy += from * to, error += off;
        }
      if (n < 50) break;
      const double variance = xx / n - x * x / n / n;
      gain = variance < 1 ? 1 : std::clamp((xy / n - x * y / n / n) / variance, 0.2, 5.0);
      offset = y / n - gain * x / n;
      limit = std::max(6.0, 2.5 * error / n);
    }
    for (int row = 0; row < pair.found.rows; ++row)
      for (int column = 0; column < pair.found.cols; ++column) {
        auto& value = pair.found.at<cv::Vec3f>(row, column)[channel];
        value = static_cast<float>(std::clamp(value * gain + offset, 0.0, 255.0));
      }
  }
}

// How far from gray the pixels that both have are, on average, of 255.
double colourfulness(const cv::Mat& picture, const cv::Mat& overlap) {
  double sum = 0;
  double n = 0;
  for (int row = 0; row < picture.rows; row += 2)
    for (int x = 0; x < picture.cols; x += 2) {
      if (overlap.at<std::uint8_t>(row, x) == 0) continue;
      const auto& pixel = picture.at<cv::Vec3f>(row, x);
      sum += std::max({pixel[0], pixel[1], pixel[2]}) - std::min({pixel[0], pixel[1], pixel[2]});
      n += 1;
    }
  return n == 0 ? 0 : sum / n;
}

// Has one of them far less, or far more, colour: a copy in gray, in brown, with its colours turned
// up? Then colours are no difference. Both are red, green and blue, not levelled yet.
bool colours_changed(const Aligned& pair) {
  const double a = colourfulness(pair.query, pair.overlap);
  const double b = colourfulness(pair.found, pair.overlap);
  return std::max(a, b) > 1.35 * std::min(a, b) + 3;
}

// Leaves brightness alone, after to_brightness().
void without_colour(Aligned& pair) {
  for (auto* picture : {&pair.query, &pair.found})
    for (int row = 0; row < picture->rows; ++row)
      for (int x = 0; x < picture->cols; ++x) {
        auto& pixel = picture->at<cv::Vec3f>(row, x);
        pixel[1] = pixel[2] = 128;
      }
}

// The smallest difference within the slack of the alignment.
cv::Mat distance_of(const Aligned& pair) {
  cv::Mat least(pair.query.size(), CV_32F, cv::Scalar(1e6));
  cv::Mat padded;
  cv::copyMakeBorder(pair.found, padded, slack, slack, slack, slack, cv::BORDER_REPLICATE);
  for (int dy = 0; dy <= 2 * slack; ++dy)
    for (int dx = 0; dx <= 2 * slack; ++dx)
      for (int row = 0; row < least.rows; ++row) {
        const auto* a = pair.query.ptr<cv::Vec3f>(row);
        const auto* b = padded.ptr<cv::Vec3f>(row + dy) + dx;
        auto* to = least.ptr<float>(row);
        for (int x = 0; x < least.cols; ++x) {
          const float off = std::abs(a[x][0] - b[x][0]) +
                            0.6F * (std::abs(a[x][1] - b[x][1]) + std::abs(a[x][2] - b[x][2]));
          to[x] = std::min(to[x], off);
        }
      }
  return least;
}

// How much brightness changes around each pixel of both: where much, a small misfit or another
// sharpness looks like a difference.
cv::Mat business(const Aligned& pair) {
  std::array<cv::Mat, 2> edges;
  for (int i = 0; i < 2; ++i) {
    cv::Mat brightness;
    cv::extractChannel(i == 0 ? pair.query : pair.found, brightness, 0);
    cv::morphologyEx(brightness, edges[i], cv::MORPH_GRADIENT,
                     cv::getStructuringElement(cv::MORPH_RECT, {5, 5}));
  }
  cv::Mat least;
  cv::min(edges[0], edges[1], least);
  return least;
}

double noise_of(const cv::Mat& distance, const cv::Mat& overlap) {
  std::vector<float> values;
  for (int row = 0; row < distance.rows; row += 2)
    for (int x = 0; x < distance.cols; x += 2)
      if (overlap.at<std::uint8_t>(row, x) != 0) values.push_back(distance.at<float>(row, x));
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

cv::Mat regions_of(const cv::Mat& distance, const Aligned& pair) {
  const auto limit = static_cast<float>(std::max(faintest, 5 * noise_of(distance, pair.overlap)));
  const auto busy = business(pair);
  cv::Mat mask(distance.size(), CV_8U, cv::Scalar(0));
  for (int row = 0; row < mask.rows; ++row)
    for (int x = 0; x < mask.cols; ++x)
      if (pair.overlap.at<std::uint8_t>(row, x) != 0 &&
          distance.at<float>(row, x) > limit + 0.25F * busy.at<float>(row, x))
        mask.at<std::uint8_t>(row, x) = 255;
  cv::morphologyEx(mask, mask, cv::MORPH_OPEN, cv::getStructuringElement(cv::MORPH_RECT, {2, 2}));
  cv::morphologyEx(mask, mask, cv::MORPH_CLOSE,
                   cv::getStructuringElement(cv::MORPH_ELLIPSE, {17, 17}));
  return mask;
}

Box clipped(double left, double top, double right, double bottom, const Picture& picture) {
  const int x = std::clamp(static_cast<int>(std::floor(left)), 0, picture.width - 1);
  const int y = std::clamp(static_cast<int>(std::floor(top)), 0, picture.height - 1);
  const int to_x = std::clamp(static_cast<int>(std::ceil(right)), x + 1, picture.width);
  const int to_y = std::clamp(static_cast<int>(std::ceil(bottom)), y + 1, picture.height);
  return {x, y, to_x - x, to_y - y};
}

Box mapped(const Box& box, const Affine& map, const Picture& into) {
  double left = 1e9, top = 1e9, right = -1e9, bottom = -1e9;
  for (const int x : {box.x, box.x + box.width})
    for (const int y : {box.y, box.y + box.height}) {
      const auto p = map({static_cast<double>(x), static_cast<double>(y)});
      left = std::min(left, p.x), right = std::max(right, p.x);
      top = std::min(top, p.y), bottom = std::max(bottom, p.y);
    }
  return clipped(left, top, right, bottom, into);
}

}  // namespace

std::vector<Difference> differences(const Picture& query, const Picture& found,
                                    const Affine& to_found) {
  if (query.empty() || found.empty() || !to_found.invertible()) return {};
  auto pair = aligned(query, found, to_found);
  const double overlap = cv::countNonZero(pair.overlap);
  if (overlap < 200) return {};
  if (colours_changed(pair)) {  // levelled by brightness alone
    to_brightness(pair.query);
    to_brightness(pair.found);
    without_colour(pair);
    level(pair);
  } else {
    level(pair);
    to_brightness(pair.query);
    to_brightness(pair.found);
  }
  const auto distance = distance_of(pair);
  const auto mask = regions_of(distance, pair);
  cv::Mat labels;
  cv::Mat statistics;
  cv::Mat middles;
  const int count = cv::connectedComponentsWithStats(mask, labels, statistics, middles, 8);
  std::vector<Difference> all;
  for (int i = 1; i < count; ++i) {
    const double area = statistics.at<int>(i, cv::CC_STAT_AREA);
    if (area < std::max(24.0, smallest * overlap)) continue;
    const double left = statistics.at<int>(i, cv::CC_STAT_LEFT);
    const double top = statistics.at<int>(i, cv::CC_STAT_TOP);
    const double right = left + statistics.at<int>(i, cv::CC_STAT_WIDTH);
    const double bottom = top + statistics.at<int>(i, cv::CC_STAT_HEIGHT);
    Difference one;
    one.in_query = clipped((left - 1) / pair.scale, (top - 1) / pair.scale,
                           (right + 1) / pair.scale, (bottom + 1) / pair.scale, query);
    one.in_found = mapped(one.in_query, to_found, found);
    one.share = area / overlap;
    one.strength = cv::mean(distance, labels == i)[0];
    all.push_back(one);
  }
  std::sort(all.begin(), all.end(), [](const Difference& a, const Difference& b) {
    const double first = a.share * a.strength;
    const double second = b.share * b.strength;
    return first != second ? first > second : a.in_query.x < b.in_query.x;
  });
  if (all.size() > most_regions) all.resize(most_regions);
  return all;
}

}  // namespace assay::vision
