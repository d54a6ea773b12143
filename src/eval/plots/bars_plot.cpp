#include "eval/plots/bars_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "eval/plots/svg.h"
#include "report/columns.h"
#include "report/display_text.h"

namespace assay::eval {
namespace {

constexpr double left = 64;
constexpr double top = 28;
constexpr double height = 260;
constexpr double bar_width = 30;
constexpr double between = 26;  // groups
constexpr double row = 20;      // of the legend
constexpr double letter = 6.6;
constexpr std::size_t longest = 28;
constexpr std::size_t most_bars = 400;
constexpr double largest = 1e15;

bool is_drawn(const Bar& bar) { return bar.value && std::abs(*bar.value) <= largest; }

bool has_whisker(const Bar& bar) {
  return bar.interval && std::abs(bar.interval->low) <= largest &&
         std::abs(bar.interval->high) <= largest;
}

std::string shown(const std::string& name) {
  return report::fitted(report::one_line(name, 100), longest);
}

Axis axis_of(std::span<const BarGroup> groups, std::size_t series, std::string_view title) {
  double low = 0;
  double high = 0;
  for (const auto& group : groups)
    for (const auto& bar : std::span(group.bars).first(std::min(series, group.bars.size()))) {
      if (!is_drawn(bar)) continue;
      low = std::min({low, *bar.value, has_whisker(bar) ? bar.interval->low : 0});
      high = std::max({high, *bar.value, has_whisker(bar) ? bar.interval->high : 0});
    }
  const double room = (high - low) * 0.08;  // for the values above
  return {low < 0 ? low - room : 0, high + room, std::string(title)};
}

void draw_bar(Svg& svg, const Frame& frame, const Bar& bar, double x, std::size_t series) {
  constexpr double width = bar_width - 4;
  const double end = frame.y(*bar.value);
  const double floor = frame.y(0);
  const double upper = std::min(end, floor);
  svg.rect(x, upper, width, std::abs(floor - end), series_style(series).colour, colour::ink);
  svg.hatch(x, upper, width, std::abs(floor - end), series);
  double label = upper;
  if (has_whisker(bar)) {
    const double middle = x + width / 2;
    const double low = frame.y(bar.interval->low);
    const double high = frame.y(bar.interval->high);
    svg.line(middle, low, middle, high, "#FFFFFF", 4);
    svg.line(middle, low, middle, high, colour::ink, 1.5);
    svg.line(middle - 5, low, middle + 5, low, colour::ink, 1.5);
    svg.line(middle - 5, high, middle + 5, high, colour::ink, 1.5);
    label = std::min({label, low, high});
  }
  svg.text(x + width / 2, label - 4, fmt::format("{:.3g}", *bar.value), Svg::Anchor::middle, 10);
}

}  // namespace

std::string bars_plot(std::span<const std::string> series, std::span<const BarGroup> groups,
                      std::string_view title, std::string_view y_title) {
  std::size_t drawn = 0;
  double widest = 0;
  for (const auto& group : groups) {
    for (const auto& bar : group.bars) drawn += is_drawn(bar) ? 1 : 0;
    widest = std::max(widest, letter * static_cast<double>(report::columns(shown(group.name))));
  }
  if (drawn == 0 || series.empty() || series.size() > most_bars ||
      groups.size() > most_bars / series.size())
    return "";
  const auto axis = axis_of(groups, series.size(), y_title);
  const double bars = bar_width * static_cast<double>(series.size());
  // Names that are wider than their bars stand at an angle.
  const bool turned = widest > bars + between - 6;
  const double below = turned ? widest * 0.71 + 24 : 30;
  const double group_width = bars + between;
  const double width = group_width * static_cast<double>(groups.size());
  double names = 0;
  for (const auto& name : series)
    names = std::max(names, letter * static_cast<double>(report::columns(shown(name))));
  const double tilted = turned ? std::max(0.0, widest * 0.71 - left - group_width / 2) : 0;
  const double edge = left + tilted;
  Svg svg(edge + std::max({width, names + 40, 260.0}) + 16,
          top + height + below + row * static_cast<double>(series.size()) + 8, title);
  svg.text(edge, 14, title, Svg::Anchor::start, 13);
  Axis x_axis;
  x_axis.named = true;
  const Frame frame(svg, edge, top, width, height, x_axis, axis);
  svg.line(edge, frame.y(0), edge + width, frame.y(0), colour::ink);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const double x = edge + group_width * static_cast<double>(i) + between / 2;
    for (std::size_t j = 0; j < std::min(series.size(), groups[i].bars.size()); ++j)
      if (is_drawn(groups[i].bars[j]))
        draw_bar(svg, frame, groups[i].bars[j], x + bar_width * static_cast<double>(j) + 2, j);
    svg.text(x + bars / 2, top + height + 16, shown(groups[i].name),
             turned ? Svg::Anchor::end : Svg::Anchor::middle, 12, colour::ink, turned ? -45 : 0);
  }
  for (std::size_t j = 0; j < series.size(); ++j) {
    const double y = top + height + below + row * static_cast<double>(j);
    svg.rect(edge, y, 26, 13, series_style(j).colour, colour::ink);
    svg.hatch(edge, y, 26, 13, j);
    svg.text(edge + 34, y + 11, shown(series[j]));
  }
  return svg.take();
}

}  // namespace assay::eval
