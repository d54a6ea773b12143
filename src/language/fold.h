#pragma once
#include <string>
#include <string_view>

namespace assay::language {

// Case and compatibility folded (Unicode's NFKC_Casefold): `Ａ` and `A` are `a`, `ß` is `ss`,
// typographic apostrophes are `'`. Accents stay. Bytes that are not UTF-8 become U+FFFD.
std::string fold_case(std::string_view word);

// Without what readers leave out: accents of Latin and Greek letters, `ё`'s dots, Arabic and Hebrew
// vowel points, and with Arabic's letter forms (alef, ya, ta marbuta) made one. For folded text.
void strip_accents(std::string& word);

// Both: the form in which words are compared.
std::string fold(std::string_view word);

}  // namespace assay::language
