#pragma once
#include <map>
#include <string>

#include "assay/core/record.h"
#include "report/html.h"
#include "report/view.h"
#include "vision/picture.h"

// A check as rich as a report can show: pictures of the claim and found ones, matches with
// differences, sources in English, Arabic and Chinese, repeats, exclusions, failures.
namespace assay::report::test {

struct Colour {
  std::uint8_t red, green, blue;
};
// The sun of the claim's picture and that of the found one: seen in a screenshot, they say that
// the picture is there.
inline constexpr Colour claimed_sun{230, 20, 200};
inline constexpr Colour found_sun{20, 200, 230};

struct Demo {
  core::Record record;
  std::map<std::string, vision::Picture, std::less<>> pictures;  // by SHA-256
  std::map<std::string, std::string, std::less<>> texts;

  ReportView view() const;
  // Thumbnails of the pictures. Holds a reference to this.
  HtmlOptions options() const;
};
Demo demo_report();

// A landscape with a sun of that colour.
vision::Picture landscape(int width, int height, Colour sun, int seed);
// What a JPEG can do least about.
vision::Picture noise(int width, int height, std::uint32_t seed);

// A check whose claim has `pictures` pictures of noise, each found again by an item of evidence.
Demo picture_report(std::size_t pictures);

}  // namespace assay::report::test
