#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace assay::cli {

// At most `limit` bytes of the text in one line, fit for a terminal.
std::string line_of(std::string_view text, std::size_t limit);

}  // namespace assay::cli
