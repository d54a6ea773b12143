#pragma once
#include <string>
#include <string_view>

namespace assay::web {

// The bytes that the base64 stands for, as far as it is base64: it ends at the first other sign.
std::string from_base64(std::string_view text);

}  // namespace assay::web
