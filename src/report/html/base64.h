#pragma once
#include <string>
#include <string_view>

namespace assay::report {

// Base64 with padding, in one line.
std::string base64(std::string_view bytes);

// The source expression `'sha256-…'` by which a Content-Security-Policy allows an inline style or
// script of exactly these bytes.
std::string csp_hash(std::string_view content);

}  // namespace assay::report
