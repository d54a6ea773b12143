#pragma once
#include <string_view>

namespace assay::web {

// Functions of JavaScript that are called in a page, compiled in.
std::string_view scroll_page_js();  // scrolls through it once; its height in pixels
std::string_view take_page_js();    // of the longest that is wanted: {html, url, length}

}  // namespace assay::web
