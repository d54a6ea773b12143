#pragma once
#include <string>
#include <string_view>

namespace assay::language {

struct Detection {
  std::string language;   // ISO 639-1 (639-2 where there is none); empty where nothing is known
  bool reliable = false;  // short text seldom is
};

// The language that most of the text is written in. Looks at the first 600 bytes.
Detection detect(std::string_view text);

// Is every eighth word of the beginning one that only English has so often? Spares most English
// texts the detector, which takes longer than the splitting into words.
bool plainly_english(std::string_view text);

}  // namespace assay::language
