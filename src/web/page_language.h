#pragma once
#include <string>
#include <string_view>

namespace assay::web {

// The language of a text, as ISO 639-1 where there is such a code; empty where the text is too
// short or mixed to tell. `declared` (of the page, e.g. `de-AT`) decides where detection is unsure.
std::string language_of(std::string_view text, std::string_view declared = {});

// Reads the detector's tables, so that the first document isn't slower.
void prepare_language();

}  // namespace assay::web
