#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assay::language {

enum class TokenKind {
  word,    // has a letter: `5g` and `27.6bn` too
  number,  // digits with their separators
  pair     // two neighbouring Han, kana or Hangul characters, which overlap; or one that is alone
};

struct Token {
  std::string text;       // folded: lower case, no accents, `U.S.` is `us`, `1,000` is `1000`
  std::string stem;       // of the text's language; like `text` where there is no stemmer
  std::size_t begin = 0;  // bytes [begin, end) of the given text
  std::size_t end = 0;
  TokenKind kind = TokenKind::word;
};

// The words of a text in their order. `language`: ISO 639-1, empty for no stemming; words in a
// script that the language does not use are not stemmed.
std::vector<Token> tokenize(std::string_view text, std::string_view language);

// The stem of one word, folded.
std::string stem(std::string_view word, std::string_view language);

}  // namespace assay::language
