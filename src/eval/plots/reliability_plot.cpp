#include "eval/plots/reliability_plot.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "eval/plots/svg.h"

namespace assay::eval {
namespace {

constexpr double left = 64;
constexpr double top = 16;
constexpr double side = 300;
constexpr double strip = 60;  // of the counts, below

bool is_drawn(const ReliabilityBin& bin) {
  const auto share = [](double value) { return value >= 0 && value <= 1; };
  return bin.count > 0 && share(bin.low) && share(bin.high) && bin.low < bin.high &&
         share(bin.confidence) && share(bin.accuracy);
}

}  // namespace

std::string reliability_plot(std::span<const ReliabilityBin> all) {
  std::vector<ReliabilityBin> bins;
  std::ranges::copy_if(all, std::back_inserter(bins), is_drawn);
  std::size_t most = 0;
  for (const auto& bin : bins) most = std::max(most, bin.count);
  if (most == 0) return "";
  Svg svg(left + side + 16, top + side + 52 + strip + 8, "Reliability diagram",
          "Bars: the share of right answers among those of a confidence. Dashed: the mean "
          "confidence would be that share.");
  const Frame frame(svg, left, top, side, side, {0, 1, "confidence", false, true},
                    {0, 1, "accuracy", false, true});
  for (const auto& bin : bins) {
    const double x = frame.x(bin.low) + 1;
    const double width = frame.x(bin.high) - frame.x(bin.low) - 2;
    svg.rect(x, frame.y(bin.accuracy), width, frame.y(0) - frame.y(bin.accuracy), colour::sky,
             colour::blue);
    svg.mark(frame.x(bin.confidence), frame.y(bin.accuracy), 3, 4);
  }
  svg.line(frame.x(0), frame.y(0), frame.x(1), frame.y(1), colour::ink, 1.5, "5 4");
  const double floor = top + side + 52 + strip;
  for (const auto& bin : bins) {
    const double x = frame.x(bin.low) + 1;
    const double width = frame.x(bin.high) - frame.x(bin.low) - 2;
    const double height = (strip - 14) * static_cast<double>(bin.count) / static_cast<double>(most);
    svg.rect(x, floor - height, width, height, colour::line, colour::soft);
    svg.text(x + width / 2, floor - height - 3, std::to_string(bin.count), Svg::Anchor::middle, 10,
             colour::soft);
  }
  svg.text(left - 6, floor - 4, "answers", Svg::Anchor::end, 11, colour::soft);
  return svg.take();
}

}  // namespace assay::eval
