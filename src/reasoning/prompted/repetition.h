#pragma once
#include <string_view>

namespace assay::reasoning::prompted {

// Has a model fallen into saying the same again and again? Then the last third of its answer, and
// at least 200 bytes, is one piece of at most 200 bytes repeated.
bool is_repetition(std::string_view text);

}  // namespace assay::reasoning::prompted
