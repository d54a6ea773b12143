#pragma once
#include <string>
#include <string_view>

namespace assay::report {

// The style sheet of a check's report and of a batch's index.
std::string report_style();
std::string index_style();

// Opens a page up to and with <body …>: declaration, policy, title, style. `script` is the page's
// only script, mostly empty; the policy allows this one and nothing else.
std::string page_start(std::string_view title, std::string_view body_class, std::string_view style,
                       std::string_view script = {});

}  // namespace assay::report
