#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "assay/core/verdict.h"

namespace assay::report {

// The style sheet of a check's report and of a batch's index.
std::string report_style();
std::string index_style();

// The class of a verdict in pages and style sheets; `open` where there is none.
std::string_view verdict_class(std::optional<core::Verdict> verdict);

// Opens a page up to and with <body …>: declaration, policy, title, style. `script` is the page's
// only script, mostly empty; the policy allows this one and nothing else.
std::string page_start(std::string_view title, std::string_view body_class, std::string_view style,
                       std::string_view script = {});

}  // namespace assay::report
