#include "eval/plots/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "language/utf8.h"
#include "report/display_text.h"

namespace assay::eval {
namespace {

Axis usable(Axis axis) {
  const bool finite =
      std::isfinite(axis.low) && std::isfinite(axis.high) && std::isfinite(axis.high - axis.low);
  if (!finite || !(axis.high > axis.low) || (axis.logarithmic && !(axis.low > 0))) {
    axis.low = 0;
    axis.high = 1;
    axis.logarithmic = false;
  }
  return axis;
}

double part_of(const Axis& axis, double value) {
  if (axis.logarithmic)
    return (std::log10(value) - std::log10(axis.low)) /
           (std::log10(axis.high) - std::log10(axis.low));
  return (value - axis.low) / (axis.high - axis.low);
}

// Round values across the axis.
std::vector<double> ticks_of(const Axis& axis) {
  std::vector<double> ticks;
  if (axis.logarithmic) {
    for (double power = std::floor(std::log10(axis.low)); power <= std::log10(axis.high) + 1e-9;
         ++power)
      if (const double tick = std::pow(10, power); tick >= axis.low * 0.999) ticks.push_back(tick);
    return ticks;
  }
  const double rough = (axis.high - axis.low) / 5;
  const double scale = std::pow(10, std::floor(std::log10(rough)));
  double step = 10 * scale;
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * scale >= rough) {
      step = factor * scale;
      break;
    }
  for (double tick = std::ceil(axis.low / step - 1e-9) * step; tick <= axis.high + step * 1e-6;
       tick += step)
    ticks.push_back(std::abs(tick) < step * 1e-9 ? 0 : tick);
  return ticks;
}

std::string tick_text(const Axis& axis, double tick) {
  return axis.percent ? fmt::format("{:.0f} %", 100 * tick) : fmt::format("{:.4g}", tick);
}

}  // namespace

std::string svg_text(std::string_view text, std::size_t limit) {
  std::string escaped;
  for (const char c : report::one_line(language::to_utf8(text), limit)) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string svg_number(double value) {
  if (!std::isfinite(value)) return "0";
  auto text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text == "-0" ? "0" : text;
}

SeriesStyle series_style(std::size_t number) {
  static constexpr std::array<SeriesStyle, 6> styles{{{colour::blue, ""},
                                                      {colour::red, "7 4"},
                                                      {colour::green, "2 3"},
                                                      {colour::orange, "10 3 2 3"},
                                                      {colour::purple, "4 2"},
                                                      {colour::sky, "12 4"}}};
  return styles[number % styles.size()];
}

Svg::Svg(double width, double height, std::string_view title, std::string_view description) {
  out_ = fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}" )"
      R"(role="img" font-family="sans-serif">)",
      svg_number(width), svg_number(height));
  out_ += "<title>" + svg_text(title, 200) + "</title>";
  if (!description.empty()) out_ += "<desc>" + svg_text(description, 2'000) + "</desc>";
  rect(0, 0, width, height, "#FFFFFF");
}

void Svg::rect(double x, double y, double width, double height, std::string_view fill,
               std::string_view stroke) {
  out_ += fmt::format(R"(<rect x="{}" y="{}" width="{}" height="{}" fill="{}")", svg_number(x),
                      svg_number(y), svg_number(std::max(width, 0.0)),
                      svg_number(std::max(height, 0.0)), fill);
  if (!stroke.empty()) out_ += fmt::format(R"( stroke="{}")", stroke);
  out_ += "/>";
}

void Svg::line(double x1, double y1, double x2, double y2, std::string_view stroke, double width,
               std::string_view dashes) {
  out_ += fmt::format(R"(<line x1="{}" y1="{}" x2="{}" y2="{}" stroke="{}" stroke-width="{}")",
                      svg_number(x1), svg_number(y1), svg_number(x2), svg_number(y2), stroke,
                      svg_number(width));
  if (!dashes.empty()) out_ += fmt::format(R"( stroke-dasharray="{}")", dashes);
  out_ += "/>";
}

void Svg::hatch(double x, double y, double width, double height, std::size_t series) {
  constexpr double gap = 6;
  const auto stroke = [&](double x1, double y1, double x2, double y2) {
    line(x1, y1, x2, y2, "#FFFFFF", 1.2);
  };
  const auto slanted = [&](bool falling) {
    for (double c = gap; c < width + height; c += gap) {
      const double from = std::max(0.0, c - height);
      const double to = std::min(width, c);
      if (falling)
        stroke(x + width - from, y + c - from, x + width - to, y + c - to);
      else
        stroke(x + from, y + c - from, x + to, y + c - to);
    }
  };
  const auto kind = series % 6;
  if (kind == 1 || kind == 4) slanted(false);
  if (kind == 2 || kind == 4) slanted(true);
  if (kind == 3)
    for (double c = gap; c < height; c += gap) stroke(x, y + c, x + width, y + c);
  if (kind == 5)
    for (double c = gap; c < width; c += gap) stroke(x + c, y, x + c, y + height);
}

void Svg::polyline(const std::vector<std::pair<double, double>>& points, std::string_view stroke,
                   std::string_view dashes) {
  std::string list;
  for (const auto& [x, y] : points)
    list += (list.empty() ? "" : " ") + svg_number(x) + "," + svg_number(y);
  out_ += fmt::format(R"(<polyline points="{}" fill="none" stroke="{}" stroke-width="2")", list,
                      stroke);
  if (!dashes.empty()) out_ += fmt::format(R"( stroke-dasharray="{}")", dashes);
  out_ += "/>";
}

void Svg::mark(double x, double y, std::size_t series, double size) {
  const auto fill = series_style(series).colour;
  const auto polygon = [&](std::initializer_list<std::pair<double, double>> points) {
    std::string list;
    for (const auto& [dx, dy] : points)
      list +=
          (list.empty() ? "" : " ") + svg_number(x + dx * size) + "," + svg_number(y + dy * size);
    out_ += fmt::format(R"(<polygon points="{}" fill="{}" stroke="#FFFFFF"/>)", list, fill);
  };
  switch (series % 6) {
    case 0:
      out_ += fmt::format(R"(<circle cx="{}" cy="{}" r="{}" fill="{}" stroke="#FFFFFF"/>)",
                          svg_number(x), svg_number(y), svg_number(size), fill);
      break;
    case 1:
      polygon({{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}});
      break;
    case 2:
      polygon({{0, -1.2}, {1.1, 0.9}, {-1.1, 0.9}});
      break;
    case 3:
      polygon({{0, -1.3}, {1.3, 0}, {0, 1.3}, {-1.3, 0}});
      break;
    case 4:
      line(x - size, y - size, x + size, y + size, fill, 2.5);
      line(x - size, y + size, x + size, y - size, fill, 2.5);
      break;
    default:
      line(x - size, y, x + size, y, fill, 2.5);
      line(x, y - size, x, y + size, fill, 2.5);
  }
}

void Svg::text(double x, double y, std::string_view text, Anchor anchor, double size,
               std::string_view fill, double turned) {
  static constexpr std::array<const char*, 3> anchors{"start", "middle", "end"};
  out_ +=
      fmt::format(R"(<text x="{}" y="{}" text-anchor="{}" font-size="{}" fill="{}")", svg_number(x),
                  svg_number(y), anchors[static_cast<std::size_t>(anchor)], svg_number(size), fill);
  if (turned != 0)
    out_ += fmt::format(R"t( transform="rotate({} {} {})")t", svg_number(turned), svg_number(x),
                        svg_number(y));
  out_ += ">" + svg_text(text) + "</text>";
}

std::string Svg::take() { return std::move(out_) + "</svg>"; }

Frame::Frame(Svg& svg, double left, double top, double width, double height, Axis x, Axis y)
    : left_(left),
      top_(top),
      width_(width),
      height_(height),
      x_(usable(std::move(x))),
      y_(usable(std::move(y))) {
  draw(svg);
}

double Frame::x(double value) const {
  return left_ + width_ * std::clamp(part_of(x_, value), 0.0, 1.0);
}
double Frame::y(double value) const {
  return top_ + height_ * (1 - std::clamp(part_of(y_, value), 0.0, 1.0));
}

void Frame::draw(Svg& svg) const {
  for (const double tick : ticks_of(y_)) {
    svg.line(left_, y(tick), left_ + width_, y(tick), colour::line, 0.5);
    svg.text(left_ - 6, y(tick) + 4, tick_text(y_, tick), Svg::Anchor::end, 11, colour::soft);
  }
  if (!x_.named) draw_x_ticks(svg);
  svg.line(left_, top_ + height_, left_ + width_, top_ + height_, colour::ink);
  svg.line(left_, top_, left_, top_ + height_, colour::ink);
  svg.text(left_ + width_ / 2, top_ + height_ + 36, x_.title, Svg::Anchor::middle);
  svg.text(left_ - 46, top_ + height_ / 2, y_.title, Svg::Anchor::middle, 12, colour::ink, -90);
}

void Frame::draw_x_ticks(Svg& svg) const {
  for (const double tick : ticks_of(x_)) {
    svg.line(x(tick), top_, x(tick), top_ + height_, colour::line, 0.5);
    svg.text(x(tick), top_ + height_ + 16, tick_text(x_, tick), Svg::Anchor::middle, 11,
             colour::soft);
  }
}

}  // namespace assay::eval
