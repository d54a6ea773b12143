#include "eval/plots/confusion_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "eval/plots/svg.h"
#include "report/columns.h"
#include "report/display_text.h"

namespace assay::eval {
namespace {

constexpr double cell = 74;
constexpr std::size_t longest = 26;  // columns of a label
constexpr std::size_t most_labels = 40;

std::string shown(const std::string& label) {
  return report::fitted(report::one_line(label, 100), longest);
}

double width_of(const std::string& label) {
  return 6.6 * static_cast<double>(report::columns(label));
}

// From white to blue. Text on it is white where that stands out more than dark text does.
constexpr double dark_from = 0.8;
std::string shade(double share) {
  const auto mixed = [share](int full) {
    return static_cast<int>(std::lround(255 + share * (full - 255)));
  };
  return fmt::format("#{:02X}{:02X}{:02X}", mixed(0), mixed(0x58), mixed(0x94));
}

void draw_cell(Svg& svg, double x, double y, std::size_t count, std::size_t all) {
  const double share = all == 0 ? 0 : static_cast<double>(count) / static_cast<double>(all);
  svg.rect(x, y, cell, cell, shade(share), colour::line);
  const auto* ink = share > dark_from ? "#FFFFFF" : "#000000";
  svg.text(x + cell / 2, y + cell / 2, std::to_string(count), Svg::Anchor::middle, 16, ink);
  svg.text(x + cell / 2, y + cell / 2 + 18, fmt::format("{:.0f} %", 100 * share),
           Svg::Anchor::middle, 11, ink);
}

}  // namespace

std::string confusion_plot(std::span<const std::string> rows, std::span<const std::string> columns,
                           const std::vector<std::vector<std::size_t>>& counts) {
  if (rows.empty() || columns.empty() || counts.size() != rows.size()) return "";
  if (rows.size() > most_labels || columns.size() > most_labels) return "";
  double widest = 0;
  double tallest = 0;
  for (const auto& label : rows) widest = std::max(widest, width_of(shown(label)));
  for (const auto& label : columns) tallest = std::max(tallest, width_of(shown(label)));
  const double left = widest + 44;
  const double top = tallest * 0.71 + 44;  // column labels stand at an angle
  double width = left + cell * static_cast<double>(columns.size());
  for (std::size_t j = 0; j < columns.size(); ++j)
    width = std::max(width, left + cell * (static_cast<double>(j) + 0.5) +
                                width_of(shown(columns[j])) * 0.71 + 10);
  width += 12;
  const double height = top + cell * static_cast<double>(rows.size()) + 12;
  Svg svg(width, height, "Confusion matrix",
          "Rows are the right labels, columns the labels that were given.");
  svg.text(left + cell * static_cast<double>(columns.size()) / 2, 16, "given label",
           Svg::Anchor::middle, 12, colour::soft);
  svg.text(16, top + cell * static_cast<double>(rows.size()) / 2, "right label",
           Svg::Anchor::middle, 12, colour::soft, -90);
  for (std::size_t j = 0; j < columns.size(); ++j)
    svg.text(left + cell * (static_cast<double>(j) + 0.5), top - 8, shown(columns[j]),
             Svg::Anchor::start, 12, colour::ink, -45);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (counts[i].size() != columns.size()) return "";
    const double y = top + cell * static_cast<double>(i);
    svg.text(left - 8, y + cell / 2 + 4, shown(rows[i]), Svg::Anchor::end);
    std::size_t all = 0;
    for (const auto count : counts[i]) all += count;
    for (std::size_t j = 0; j < columns.size(); ++j)
      draw_cell(svg, left + cell * static_cast<double>(j), y, counts[i][j], all);
  }
  // Where both labels are the same, a frame: over the cells beside it.
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < columns.size(); ++j)
      if (rows[i] == columns[j])
        svg.rect(left + cell * static_cast<double>(j), top + cell * static_cast<double>(i), cell,
                 cell, "none", colour::ink);
  return svg.take();
}

}  // namespace assay::eval
