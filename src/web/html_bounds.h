#pragma once
#include <cstddef>
#include <string_view>

namespace assay::web {

// The page that is parsed stays within these.
struct HtmlBounds {
  std::size_t bytes = 32 << 20;
  std::size_t tags = 1'000'000;    // opening and closing
  std::size_t depth = 1'000;       // elements open at one place, as far as a scan can tell
  std::size_t attributes = 1'000;  // of one tag
  // A closing tag that closes nothing is looked up among all open elements: the sum of their
  // numbers.
  std::size_t stray_work = 300'000'000;
};

// Looks over the page in one pass, before the parser sees it. Throws Unreadable, which names the
// bound, where the page is beyond one.
void check_bounds(std::string_view html, const HtmlBounds& bounds = {});

}  // namespace assay::web
