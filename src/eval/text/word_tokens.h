#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace assay::eval {

// The tokens of a text as the Penn Treebank cuts them, in NLTK 3.8's variant (`word_tokenize` with
// `preserve_line`): scores by METEOR and BLEU are compared with others' only over the same tokens.
// Punctuation and clitics stand alone ("do", "n't"), straight double quotes become `` and '', and
// only the full stop at the text's very end is split off. Case is kept. No token is empty or holds
// white space. Bytes that are not UTF-8 become U+FFFD. Takes time in proportion to the text.
std::vector<std::string> word_tokens(std::string_view text);

}  // namespace assay::eval
