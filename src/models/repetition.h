#pragma once
#include <string_view>

namespace assay::models {

// Does the text end in the same words again and again, as of a model that is caught in a loop?
// Units that differ in numbers and white space alone count as the same; what closes the text
// (quotes, brackets) is looked through. Takes time in proportion to the text's end, of which 16,000
// bytes are looked at.
bool is_repetitive(std::string_view text);

}  // namespace assay::models
