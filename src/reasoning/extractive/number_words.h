#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "reasoning/extractive/quantities.h"
#include "reasoning/extractive/scanning.h"

// Numbers that are written as words.
namespace assay::reasoning::extractive {

struct SpelledNumber {
  double value = 0;
  double step = 1;
  std::size_t pieces = 0;  // how many it takes
  Dimension dimension =
      Dimension::count;  // percent of `two thirds`, ordinal of `third`, factor of `twice`
};

// The number that the pieces begin with, in words: `three hundred and fifty`, `zwölf`, `двадцать`,
// `half a`, `two thirds`, `second`, `twice`. English `one` and the articles of other languages are
// none by themselves, nor is a scale (`million`) without a number before it.
std::optional<SpelledNumber> spelled_number(std::span<const Piece> pieces,
                                            std::string_view language);

// A number in Han numerals at the start of the text, and its length in bytes: 三百万, 十四亿, and a
// single numeral before a counter (三个).
struct HanNumber {
  double value = 0;
  std::size_t bytes = 0;
};
// `alone`: a single numeral is a number whatever follows it.
std::optional<HanNumber> han_number(std::string_view text, bool alone = false);

}  // namespace assay::reasoning::extractive
