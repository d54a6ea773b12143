#pragma once
#include <string_view>

// The style sheets as they stand in a page. Every colour of text keeps a contrast of 4.5 to 1 in
// both themes; nothing is said by colour alone; directions are logical, so that they also fit text
// from right to left.
namespace assay::report {

extern const std::string_view base_css;    // of both pages: colours, type, tables, print
extern const std::string_view report_css;  // of a check's report
extern const std::string_view index_css;   // of a batch's index

}  // namespace assay::report
