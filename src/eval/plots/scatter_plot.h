#pragma once
#include <span>
#include <string>
#include <string_view>

namespace assay::eval {

struct PlotPoint {
  std::string name;
  double x = 0;
  double y = 0;  // a share, 0 to 1
};
// Points with their names beside them, each with a mark of its own. The x axis is logarithmic where
// all values are above 0 and they lie more than a factor of 20 apart. Labels are put where they
// cover no other and no mark, with a line to the mark where that is not beside it. Points whose x
// is no number of up to 1e15 or whose y is no share are left out; empty where none is left, and for
// more than 60.
std::string scatter_plot(std::span<const PlotPoint> points, std::string_view title,
                         std::string_view x_title, std::string_view y_title);

}  // namespace assay::eval
