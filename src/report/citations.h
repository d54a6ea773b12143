#pragma once
#include <functional>
#include <string_view>
#include <vector>

#include "report/view.h"

namespace assay::report {

// Splits a justification at its citations: `[E3]`, and the lists `[E1, E2]` and `[E1; E2]`. Only
// IDs that `known` accepts are citations; anything else stays text. The parts together are the
// text, but for the brackets and separators of lists, which each citation brings along itself.
std::vector<JustificationPart> split_citations(std::string_view text,
                                               const std::function<bool(std::string_view)>& known);

}  // namespace assay::report
