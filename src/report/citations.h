#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::report {

// A piece of prose: text, or the ID of an item of evidence that it cites.
struct CitingPart {
  std::string text;
  bool citation = false;
};

// Splits prose at its citations: `[E3]`, and the lists `[E1, E2]` and `[E1; E2]`. Only
// IDs that `known` accepts are citations; anything else stays text. The parts together are the
// text, but for the brackets and separators of lists, which each citation brings along itself.
std::vector<CitingPart> split_citations(std::string_view text,
                                        const std::function<bool(std::string_view)>& known);

}  // namespace assay::report
