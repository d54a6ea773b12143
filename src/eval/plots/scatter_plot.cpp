#include "eval/plots/scatter_plot.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "eval/plots/svg.h"
#include "report/columns.h"
#include "report/display_text.h"

namespace assay::eval {
namespace {

constexpr double left = 64;
constexpr double top = 20;
constexpr double width = 360;
constexpr double height = 280;
constexpr double line_height = 14;
constexpr std::size_t longest = 28;

Axis x_axis(const std::vector<PlotPoint>& points, std::string_view title) {
  const auto [low, high] = std::minmax_element(
      points.begin(), points.end(), [](const auto& a, const auto& b) { return a.x < b.x; });
  if (low->x > 0 && high->x / low->x > 20)
    return {low->x / 1.5, high->x * 1.5, std::string(title), true, false};
  return {std::min(0.0, low->x), high->x > 0 ? high->x * 1.15 : 1, std::string(title), false,
          false};
}

Axis y_axis(const std::vector<PlotPoint>& points, std::string_view title) {
  const auto [low, high] = std::minmax_element(
      points.begin(), points.end(), [](const auto& a, const auto& b) { return a.y < b.y; });
  const double room = std::max(0.05, (high->y - low->y) * 0.2);
  return {std::max(0.0, low->y - room), std::min(1.0, high->y + room), std::string(title), false,
          true};
}

struct Box {
  double x, y, width;
};

// The label's place: beside its mark, moved down until it covers no other.
Box placed(double x, double y, double wide, const std::vector<Box>& taken) {
  const bool turned = x + 10 + wide > left + width + 120;
  Box box{turned ? x - 10 - wide : x + 10, y + 4, wide};
  for (int tries = 0; tries < 100; ++tries) {
    const bool covers = std::any_of(taken.begin(), taken.end(), [&](const Box& other) {
      return std::abs(other.y - box.y) < line_height && box.x < other.x + other.width &&
             other.x < box.x + box.width;
    });
    if (!covers) break;
    box.y += line_height;
  }
  return box;
}

}  // namespace

std::string scatter_plot(std::span<const PlotPoint> all, std::string_view title,
                         std::string_view x_title, std::string_view y_title) {
  std::vector<PlotPoint> points;
  for (const auto& point : all)
    if (std::isfinite(point.x) && std::isfinite(point.y)) points.push_back(point);
  if (points.empty()) return "";
  Svg svg(left + width + 140, top + height + 48, title);
  const Frame frame(svg, left, top, width, height, x_axis(points, x_title),
                    y_axis(points, y_title));
  std::vector<Box> taken;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double x = frame.x(points[i].x);
    const double y = frame.y(points[i].y);
    svg.mark(x, y, i, 6);
    const auto name = report::fitted(report::one_line(points[i].name, 100), longest);
    const auto box = placed(x, y, 6.6 * static_cast<double>(report::columns(name)), taken);
    taken.push_back(box);
    svg.text(box.x, box.y, name);
  }
  return svg.take();
}

}  // namespace assay::eval
