#pragma once
#include <string>
#include <string_view>

namespace assay::eval {

// The stem by Porter's algorithm with the extensions that NLTK's PorterStemmer has by default,
// which METEOR and ROUGE are computed with: it keeps a `y` behind a vowel (enjoy), treats words of
// four letters in -ies and -ied apart (dies, die), and knows some irregular words; Snowball's
// `porter` does none of that. The word is made lower case. Letters that are not English count as
// consonants. Bytes that are not UTF-8 become U+FFFD.
std::string porter_stem(std::string_view word);

}  // namespace assay::eval
