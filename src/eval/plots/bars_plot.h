#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "eval/stats/bootstrap.h"

namespace assay::eval {

struct Bar {
  std::optional<double> value;  // nothing: an empty place
  std::optional<Interval> interval;
};
// A metric, say, with a bar for each run.
struct BarGroup {
  std::string name;
  std::vector<Bar> bars;  // one a series; what is missing at the end has no value
};
// Groups of bars from 0, each with its value above it and a whisker where it has an interval. A
// series has a colour, a hatching and its name in the legend. A value that is no finite number is
// an empty place, an interval that is none is left out. Empty where there is no value to draw, and
// for more than 400 bars.
std::string bars_plot(std::span<const std::string> series, std::span<const BarGroup> groups,
                      std::string_view title, std::string_view y_title);

}  // namespace assay::eval
