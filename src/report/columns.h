#pragma once
#include <cstddef>
#include <string>
#include <string_view>

// How much room text takes on a terminal.
namespace assay::report {

// Columns of a text without control characters: East Asian wide characters and pictographs take
// two, combining and format characters none.
std::size_t columns(std::string_view text);

// The text, cut and ended by an ellipsis where it takes more than `most` columns.
std::string fitted(std::string_view text, std::size_t most);

}  // namespace assay::report
