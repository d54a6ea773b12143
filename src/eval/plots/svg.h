#pragma once
#include <string>
#include <string_view>
#include <vector>

// Plain SVG without script, style or anything from outside, so that a page's policy allows it
// anywhere. Colours are Okabe and Ito's, which the colour-blind tell apart; nothing is told by
// colour alone.
namespace assay::eval {

// Foreign text for an SVG element or attribute: one line, valid UTF-8, cut at `limit` code points.
std::string svg_text(std::string_view text, std::size_t limit = 60);

// `12.5`, without zeros at its end, whatever the locale; 0 for what is no finite number.
std::string svg_number(double value);

namespace colour {
inline constexpr const char* blue = "#0072B2";
inline constexpr const char* orange = "#E69F00";
inline constexpr const char* green = "#009E73";
inline constexpr const char* red = "#D55E00";
inline constexpr const char* purple = "#CC79A7";
inline constexpr const char* sky = "#56B4E9";
inline constexpr const char* ink = "#222222";
inline constexpr const char* soft = "#666666";
inline constexpr const char* line = "#CCCCCC";
}  // namespace colour

// The n-th series: a colour, a dash pattern and a mark of its own (they begin again after 6).
struct SeriesStyle {
  const char* colour;
  const char* dashes;  // of a line; empty: unbroken
};
SeriesStyle series_style(std::size_t number);

// A drawing that is built up element by element.
class Svg {
 public:
  // In pixels; `title` says what it is, for people who can't see it.
  Svg(double width, double height, std::string_view title, std::string_view description = {});

  void rect(double x, double y, double width, double height, std::string_view fill,
            std::string_view stroke = {});
  void line(double x1, double y1, double x2, double y2, std::string_view stroke, double width = 1,
            std::string_view dashes = {});
  // Lines of white over a bar of the n-th series, which tell it from its neighbours without colour:
  // none, rising, falling, level, both, upright.
  void hatch(double x, double y, double width, double height, std::size_t series);
  void polyline(const std::vector<std::pair<double, double>>& points, std::string_view stroke,
                std::string_view dashes);
  // The mark of the n-th series: circle, square, triangle, diamond, cross, plus.
  void mark(double x, double y, std::size_t series, double size = 5);
  enum class Anchor { start, middle, end };
  // One line of text, its baseline at y.
  void text(double x, double y, std::string_view text, Anchor anchor = Anchor::start,
            double size = 12, std::string_view fill = colour::ink, double turned = 0);
  std::string take();

 private:
  std::string out_;
};

// The frame of a plot whose axes run from 0 to 1 (or other ends), with ticks and titles. An axis
// whose ends are no finite numbers, or whose high end is not above its low one, runs from 0 to 1.
struct Axis {
  double low = 0;
  double high = 1;
  std::string title;
  bool logarithmic = false;
  bool percent = false;  // ticks as shares
  bool named = false;    // no ticks: what draws on it writes names
};
class Frame {
 public:
  Frame(Svg& svg, double left, double top, double width, double height, Axis x, Axis y);
  // Within the frame, whatever the value; it is a number.
  double x(double value) const;
  double y(double value) const;

 private:
  void draw(Svg& svg) const;
  void draw_x_ticks(Svg& svg) const;
  double left_, top_, width_, height_;
  Axis x_, y_;
};

}  // namespace assay::eval
