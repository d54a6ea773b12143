#pragma once
#include <string>
#include <string_view>

namespace assay::language {

// Case and compatibility folded (Unicode's NFKC_Casefold): `Ａ` and `A` are `a`, `ß` is `ss`,
// typographic apostrophes are `'`. Accents stay. Bytes that are not UTF-8 become U+FFFD.
std::string fold_case(std::string_view word);

// Lower case by Unicode's full rules, of no language: `İ` is `i` with a dot above, `Σ` at the end
// of a word `ς`. Everything else stays as it is. Bytes that are not UTF-8 become U+FFFD.
std::string lower_case(std::string_view text);

// Without what readers leave out: accents of Latin and Greek letters, `ё`'s dots, Arabic and Hebrew
// vowel points, and with Arabic's letter forms (alef, ya, ta marbuta) made one. For folded text.
void strip_accents(std::string& word);

// Both: the form in which words are compared.
std::string fold(std::string_view word);

}  // namespace assay::language
