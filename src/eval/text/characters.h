#pragma once
#include <string_view>

// Classes of characters as Python's regular expressions see them, which the tokens of its packages
// depend on.
namespace assay::eval {

bool is_space(char32_t c);    // \s, and what str.split() splits at
bool is_decimal(char32_t c);  // \d: decimal digits of any script
bool is_word(char32_t c);     // \w: letters and numbers of any script, and _

// The letter that is compared where case does not count: of ASCII's letters the lower case one, and
// the same for the few others that are another case of those.
char32_t caseless(char32_t c);

}  // namespace assay::eval
