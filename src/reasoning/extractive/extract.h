#pragma once
#include <vector>

#include "reasoning/extractive/lexicon.h"
#include "reasoning/inputs.h"

namespace assay::reasoning::extractive {

// The claims of a page without a language model, at most most_extracted: the headline where it says
// something that the text bears out, and the sentences that state facts (names, numbers, dates) and
// stand for themselves, those first that say what the headline says. Of two that say nearly the
// same, one. None where the page states no fact.
std::vector<ExtractedClaim> extract(const ExtractInput& input, const Lexicon& lexicon);

}  // namespace assay::reasoning::extractive
