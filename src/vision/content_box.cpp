#include "vision/content_box.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

namespace assay::vision {
namespace {

constexpr int near = 10;              // steps of brightness by which paper varies
constexpr double border_paper = 0.4;  // share of the border that has the paper's brightness
constexpr double paper_row = 0.75;    // of a row (and its neighbours) with words on it, or nothing
constexpr double paper_column = 0.9;  // columns are cut once the words above and below are gone
constexpr double nothing_but_paper = 0.98;  // of a column between a picture and what is beside it
constexpr int fewest_pixels = 40;           // a side
constexpr double smallest = 0.03;           // of the area
constexpr double largest = 0.92;

// The brightness that most of the border has; -1 where no one is common.
int paper_of(const cv::Mat& gray) {
  std::array<int, 256> counts{};
  int all = 0;
  const auto count = [&](int x, int y) {
    ++counts[gray.at<std::uint8_t>(y, x)];
    ++all;
  };
  for (int x = 0; x < gray.cols; ++x) count(x, 0), count(x, gray.rows - 1);
  for (int y = 0; y < gray.rows; ++y) count(0, y), count(gray.cols - 1, y);
  int best = -1;
  int most = 0;
  for (int value = 0; value < 256; ++value) {
    int sum = 0;
    for (int v = std::max(0, value - near); v <= std::min(255, value + near); ++v) sum += counts[v];
    if (sum > most) most = sum, best = value;
  }
  return most >= border_paper * all ? best : -1;
}

// Mean of each and its `reach` neighbours on either side.
std::vector<double> smoothed(const std::vector<double>& values, int reach) {
  const int size = static_cast<int>(values.size());
  std::vector<double> out;
  for (int i = 0; i < size; ++i) {
    const int first = std::max(0, i - reach);
    const int last = std::min(size - 1, i + reach);
    double sum = 0;
    for (int k = first; k <= last; ++k) sum += values[k];
    out.push_back(sum / (last - first + 1));
  }
  return out;
}

struct Span {
  int first = 0;
  int last = 0;
  int length() const { return last - first; }
};

// The longest run of lines that are no paper.
Span longest_run(const std::vector<double>& paper, double limit) {
  Span best;
  Span run;
  for (int i = 0; i < static_cast<int>(paper.size()); ++i) {
    if (paper[i] >= limit)
      run = {i + 1, i + 1};
    else
      run.last = i + 1;
    if (run.length() > best.length()) best = run;
  }
  return best;
}

// Without the lines at either end that are paper to the last pixel but a few: smoothing blurs ends.
Span trimmed(Span span, const std::vector<double>& paper) {
  while (span.length() > 0 && paper[span.first] >= paper_column) ++span.first;
  while (span.length() > 0 && paper[span.last - 1] >= paper_column) --span.last;
  return span;
}

// What stands beside a picture is set apart by a strip of nothing but paper. The longest of the
// pieces between such strips; narrower ones are in pictures, too.
Span longest_piece(const std::vector<double>& paper) {
  const int widest = std::max(6, static_cast<int>(paper.size()) / 50);
  Span best;
  Span piece;
  int strip = 0;
  for (int i = 0; i < static_cast<int>(paper.size()); ++i) {
    strip = paper[i] >= nothing_but_paper ? strip + 1 : 0;
    if (strip >= widest)
      piece = {i + 1, i + 1};
    else
      piece.last = i + 1;
    const auto shown = trimmed(piece, paper);
    if (shown.length() > best.length()) best = shown;
  }
  return best;
}

// The share of paper in each row of the columns `wide`.
template <class IsPaper>
std::vector<double> paper_of_rows(int rows, Span wide, IsPaper is_paper) {
  std::vector<double> shares(static_cast<std::size_t>(rows));
  for (int y = 0; y < rows; ++y)
    for (int x = wide.first; x < wide.last; ++x)
      shares[y] += is_paper(x, y) / static_cast<double>(wide.length());
  return shares;
}

}  // namespace

std::optional<cv::Rect> content_box(const cv::Mat& gray) {
  const int paper = gray.empty() ? -1 : paper_of(gray);
  if (paper < 0) return std::nullopt;
  const auto is_paper = [&](int x, int y) {
    return std::abs(gray.at<std::uint8_t>(y, x) - paper) <= near;
  };
  const auto rows = paper_of_rows(gray.rows, {0, gray.cols}, is_paper);
  auto high = longest_run(smoothed(rows, 6), paper_row);
  // Smoothing has moved the ends by up to its reach: outwards they are paper, inwards they aren't.
  high.first = std::max(0, high.first - 6);
  high.last = std::min(gray.rows, high.last + 6);
  while (high.length() > 0 && rows[high.first] >= paper_row) ++high.first;
  while (high.length() > 0 && rows[high.last - 1] >= paper_row) --high.last;
  if (high.length() < fewest_pixels) return std::nullopt;
  std::vector<double> columns(static_cast<std::size_t>(gray.cols));
  for (int x = 0; x < gray.cols; ++x)
    for (int y = high.first; y < high.last; ++y)
      columns[x] += is_paper(x, y) / static_cast<double>(high.length());
  const auto wide = longest_piece(columns);
  if (wide.length() < fewest_pixels) return std::nullopt;
  // Beside the picture there may have been more, higher or lower than it reaches.
  const auto own = paper_of_rows(gray.rows, wide, is_paper);
  while (high.length() > 0 && own[high.first] >= paper_column) ++high.first;
  while (high.length() > 0 && own[high.last - 1] >= paper_column) --high.last;
  if (high.length() < fewest_pixels) return std::nullopt;
  const cv::Rect box(wide.first, high.first, wide.length(), high.length());
  const double share = static_cast<double>(box.area()) / gray.size().area();
  if (share < smallest || share > largest) return std::nullopt;
  return box;
}

}  // namespace assay::vision
