#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

namespace assay::language {

// Bytes [begin, end) of a text.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
  friend bool operator==(const Span&, const Span&) = default;
};

// The sentences of a text of any language, in order, without the white space around them; none is
// empty. Full stops of abbreviations (`Mr.`, `U.S.`), initials, decimals and list numbers end none;
// a blank line always does, a line's end does unless the text is wrapped at a fixed width. What
// would be longer than 2,000 bytes is cut at a space. Bytes are never split inside a character.
std::vector<Span> sentences(std::string_view text);

}  // namespace assay::language
