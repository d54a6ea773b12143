#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "eval/text/overlap_score.h"

namespace assay::eval {

// Each value 0 to 1.
struct RougeScores {
  OverlapScore rouge1;   // single words
  OverlapScore rouge2;   // pairs of words that stand beside each other
  OverlapScore rouge_l;  // the longest sequence of words that both have in this order
};

// ROUGE as Google's rouge-score 0.1.2 computes it. Tokens are runs of ASCII letters and digits of
// the text in lower case: a text in another script has none. `stem` compares the stems of words of
// more than three letters. All 0 where either text has no token. ROUGE-L takes time in proportion
// to the product of the texts' lengths; tokens behind the first longest_rouge count for nothing.
RougeScores rouge(std::string_view reference, std::string_view hypothesis, bool stem = true);

inline constexpr std::size_t longest_rouge = 200'000;

// The tokens that are compared.
std::vector<std::string> rouge_tokens(std::string_view text, bool stem);

}  // namespace assay::eval
