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
constexpr double beside = 130;  // room for labels at the right
constexpr double width_all = width + beside;
constexpr double line_height = 14;
constexpr std::size_t longest = 28;
constexpr std::size_t most_points = 60;
constexpr double largest = 1e15;  // that can be told from its neighbours on an axis
constexpr double smallest = 1e-12;

Axis x_axis(const std::vector<PlotPoint>& points, std::string_view title) {
  const auto [low, high] = std::minmax_element(
      points.begin(), points.end(), [](const auto& a, const auto& b) { return a.x < b.x; });
  if (low->x > smallest && high->x / low->x > 20)
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
  double x, y, width;  // y: the middle of the line

  bool covers(const Box& other) const {
    return std::abs(other.y - y) < line_height && x < other.x + other.width && other.x < x + width;
  }
  bool is_inside() const {
    return x > left && x + width < left + width_all && y > top && y < top + height;
  }
};

// The label's place: beside its mark on the right or the left, or as little above or below that as
// it takes to cover no other label and no mark.
Box placed(double x, double y, double wide, const std::vector<Box>& taken) {
  const Box usual{x + 11, y, wide};
  for (int step = 0; step < 40; ++step) {
    const double away = (step + 1) / 2 * (step % 2 == 0 ? -line_height : line_height);
    for (const Box& box : {Box{x + 11, y + away, wide}, Box{x - 11 - wide, y + away, wide}})
      if (box.is_inside() &&
          std::ranges::none_of(taken, [&](const Box& other) { return box.covers(other); }))
        return box;
  }
  return usual;
}

void draw_label(Svg& svg, double x, double y, const Box& box, std::string_view name) {
  if (std::abs(box.y - y) > line_height)
    svg.line(x, y, box.x > x ? box.x - 2 : box.x + box.width + 2, box.y, colour::soft, 0.7);
  svg.text(box.x, box.y + 4, name);
}

}  // namespace

std::string scatter_plot(std::span<const PlotPoint> all, std::string_view title,
                         std::string_view x_title, std::string_view y_title) {
  std::vector<PlotPoint> points;
  for (const auto& point : all)
    if (std::abs(point.x) <= largest && point.y >= 0 && point.y <= 1) points.push_back(point);
  if (points.empty() || points.size() > most_points) return "";
  Svg svg(left + width_all + 10, top + height + 48, title);
  const Frame frame(svg, left, top, width, height, x_axis(points, x_title),
                    y_axis(points, y_title));
  std::vector<Box> taken;
  for (const auto& point : points) taken.push_back({frame.x(point.x) - 7, frame.y(point.y), 14});
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double x = frame.x(points[i].x);
    const double y = frame.y(points[i].y);
    const auto name = report::fitted(report::one_line(points[i].name, 100), longest);
    const auto box = placed(x, y, 6.6 * static_cast<double>(report::columns(name)), taken);
    taken.push_back(box);
    draw_label(svg, x, y, box, name);
  }
  for (std::size_t i = 0; i < points.size(); ++i)
    svg.mark(frame.x(points[i].x), frame.y(points[i].y), i, 6);
  return svg.take();
}

}  // namespace assay::eval
