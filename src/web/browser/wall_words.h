#pragma once
#include <string_view>

namespace assay::web {

// The text of wall_words.tsv, compiled in.
std::string_view wall_words_tsv();

}  // namespace assay::web
