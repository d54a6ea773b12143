#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::language {

// A word as a phrase is compared by it.
struct PhraseWord {
  std::string text;       // folded, look-alikes made one; a Han or kana character is a word
  std::size_t begin = 0;  // bytes [begin, end) of the text
  std::size_t end = 0;
  bool starts = false;  // a sentence or a line begins here
  int number = -1;      // for who looks words up
};

// The words of a text as a reader sees them, whatever was done to hide them from programs:
// invisible characters are not there, Cyrillic and Greek letters and digits among Latin letters are
// what they look like, and letters that stand apart (four and more in a row) are a word again. What
// such a row has no gaps in is cut into the words that `known` knows. Linear in the text.
std::vector<PhraseWord> phrase_words(std::string_view text,
                                     const std::function<bool(const std::string&)>& known);

}  // namespace assay::language
