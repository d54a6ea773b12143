#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace assay::io {

// The bytes that the base64 stands for, in either alphabet of RFC 4648. White space between the
// digits is allowed, padding may be missing; nothing where any other sign is in it. Takes three
// bytes for four of the text.
std::optional<std::string> base64_decoded(std::string_view text);

}  // namespace assay::io
