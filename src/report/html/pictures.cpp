#include "report/html/pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/display_text.h"
#include "report/html/base64.h"

namespace assay::report {
namespace {

constexpr std::size_t most_bytes = 150'000;
constexpr std::size_t most_shown = 60;
constexpr std::size_t most_outlined = 12;
constexpr std::size_t longest_alternative = 500;  // code points

PictureSize size_for(std::size_t pictures, std::size_t budget) {
  pictures = std::clamp<std::size_t>(pictures, 1, most_shown);
  PictureSize size;
  size.most_bytes = std::min(most_bytes, budget / pictures);
  size.max_side = pictures <= 12 ? 800 : pictures <= 30 ? 640 : 480;
  return size;
}

// Shares as an SVG length, whatever the record says.
std::string length(double share) {
  const double valid = std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0.0;
  return fmt::format("{:.2f}%", valid * 100);
}

void rectangle(Markup& out, const core::Region& region, std::string_view style) {
  const auto rect = out.open("rect", {{"class", style},
                                      {"x", length(region.x)},
                                      {"y", length(region.y)},
                                      {"width", length(region.width)},
                                      {"height", length(region.height)}});
}

void outline(Markup& out, const std::vector<core::Region>& regions) {
  const auto svg = out.open("svg", {{"class", "regions"}, {"aria-hidden", "true"}});
  for (std::size_t i = 0; i < std::min(regions.size(), most_outlined); ++i) {
    // Two lines, so that it is seen on bright and on dark pictures.
    rectangle(out, regions[i], "halo");
    rectangle(out, regions[i], "edge");
    if (regions.size() < 2) continue;
    // Inside its corner: outside there may be no room.
    for (const char* style : {"halo", "edge"}) {
      const auto number = out.open("text", {{"class", style},
                                            {"x", length(regions[i].x)},
                                            {"y", length(regions[i].y)},
                                            {"dx", "5"},
                                            {"dy", "15"}});
      out.words(std::to_string(i + 1));
    }
  }
}

}  // namespace

Pictures::Pictures(const HtmlOptions& options, std::size_t expected, std::size_t budget)
    : options_(&options), size_(size_for(expected, budget)), left_(budget) {}

ReportPicture Pictures::load(const core::Image& image) {
  ReportPicture none;
  if (image.sha256.empty()) {
    none.problem = "its bytes were not kept";
  } else if (!options_->picture) {
    none.problem = "no pictures were at hand when this page was made";
  } else if (count_ > most_shown || left_ < size_.most_bytes) {
    none.problem = "there are too many for one page";
  } else {
    auto picture = options_->picture(image.sha256, size_);
    if (picture.jpeg.size() <= left_) {
      left_ -= picture.jpeg.size();
      return picture;
    }
    none.problem = "it can't be made small enough";
  }
  return none;
}

void Pictures::write(Markup& out, const core::Image& image, std::string_view alt,
                     const std::vector<core::Region>& outlined) {
  ++count_;
  const bool counting = options_ == nullptr;
  const auto picture = counting ? ReportPicture() : load(image);
  if (!counting && picture.jpeg.empty()) {
    const auto problem = out.open("p", {{"class", "no-picture"}});
    out.words(fmt::format("Picture {} is not shown: ", image.number));
    out.text(picture.problem.empty() ? "it can't be read" : picture.problem, 300);
    out.words(".");
    return;
  }
  const auto frame = out.open("span", {{"class", "frame"}});
  out.empty("img", {{"src", "data:image/jpeg;base64," + base64(picture.jpeg)},
                    {"width", std::to_string(picture.width)},
                    {"height", std::to_string(picture.height)},
                    {"alt", one_line(alt, longest_alternative)}});
  if (!outlined.empty()) outline(out, outlined);
}

}  // namespace assay::report
