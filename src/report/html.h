#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "report/view.h"

namespace assay::report {

// How large a picture of a report may be.
struct PictureSize {
  int max_side = 800;  // pixels
  std::size_t most_bytes = 150'000;
};

// A picture made ready for a report, or why there is none.
struct ReportPicture {
  std::string jpeg;  // empty: `problem` says why
  int width = 0;     // pixels
  int height = 0;
  std::string problem;  // in a few words, e.g. `it is broken`
};

struct HtmlOptions {
  // Gives the kept picture of that SHA-256 in that size. Called several times for one picture that
  // is shown several times. Empty: the report says that no picture was at hand.
  std::function<ReportPicture(std::string_view sha256, const PictureSize& size)> picture;
};

// The report as one HTML page that needs nothing else: no script, no address that is fetched, all
// pictures within. Verdict and confidence first, then the claim, the justification with links to
// the evidence, a card for each item of evidence, what is missing, how it was checked turn by turn,
// what was searched, what the models did and each of their answers, the time it took. Also of a
// record that is not complete, which it says. UTF-8; no text of the claim, of a source or of a
// model can become markup in it.
//
// Under 2 MB, whatever the record holds: pictures are made smaller where there are many, and what
// is beyond that is counted instead of shown.
std::string html(const ReportView& view, const HtmlOptions& options = {});

}  // namespace assay::report
