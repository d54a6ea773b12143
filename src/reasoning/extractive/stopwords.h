#pragma once
#include <string_view>

namespace assay::reasoning::extractive {

// Words (folded) that say nothing by themselves: articles, pronouns, auxiliaries, in the languages
// that Assay reads most. Negations are among them: they are cues.
bool is_stopword(std::string_view word);

// Words that are in every other sentence, and so say little about what one is about.
bool is_common_word(std::string_view word);

}  // namespace assay::reasoning::extractive
