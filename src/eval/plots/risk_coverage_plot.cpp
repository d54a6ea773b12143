#include "eval/plots/risk_coverage_plot.h"

#include <algorithm>
#include <cmath>

#include "eval/plots/svg.h"

namespace assay::eval {
namespace {

constexpr double left = 64;
constexpr double top = 16;
constexpr double side = 300;
constexpr double row = 20;  // of the legend
constexpr std::size_t most_points = 1'000;

// What is drawn of a curve; its last point always is.
std::vector<RiskPoint> drawn_points(const RiskCurve& curve) {
  std::vector<RiskPoint> points;
  for (const auto& point : curve.points)
    if (std::isfinite(point.coverage) && std::isfinite(point.risk)) points.push_back(point);
  const auto step = points.size() / most_points + 1;
  std::vector<RiskPoint> kept;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (i % step == 0 || i + 1 == points.size()) kept.push_back(points[i]);
  return kept;
}

}  // namespace

std::string risk_coverage_plot(std::span<const RiskCurve> all) {
  std::vector<RiskCurve> curves;
  for (const auto& curve : all) curves.push_back({curve.name, drawn_points(curve)});
  double worst = 0;
  std::size_t drawn = 0;
  for (const auto& curve : curves) {
    drawn += curve.points.empty() ? 0 : 1;
    for (const auto& point : curve.points) worst = std::max(worst, point.risk);
  }
  if (drawn == 0) return "";
  const double legend = drawn > 1 ? row * static_cast<double>(drawn) : 0;
  Svg svg(left + side + 16, top + side + 48 + legend, "Risk and coverage",
          "The share of wrong answers when only the surest are given.");
  const double high = std::clamp(worst * 1.1, 0.05, 1.0);
  const Frame frame(svg, left, top, side, side, {0, 1, "coverage", false, true},
                    {0, high, "risk", false, true});
  double y = top + side + 56;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    if (curves[i].points.empty()) continue;
    const auto style = series_style(i);
    std::vector<std::pair<double, double>> points;
    for (const auto& point : curves[i].points)
      points.emplace_back(frame.x(point.coverage), frame.y(point.risk));
    svg.polyline(points, style.colour, style.dashes);
    svg.mark(points.back().first, points.back().second, i);
    if (drawn == 1) continue;
    svg.line(left, y - 4, left + 34, y - 4, style.colour, 2, style.dashes);
    svg.mark(left + 17, y - 4, i);
    svg.text(left + 42, y, curves[i].name);
    y += row;
  }
  return svg.take();
}

}  // namespace assay::eval
