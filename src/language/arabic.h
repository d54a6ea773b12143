#pragma once
#include <string>

namespace assay::language {

// Replaces an Arabic word by its stem, with light stemming (Larkey, Ballesteros and Connell, 2007):
// conjunctions, prepositions and the article go from its front, the commonest endings from its end.
// Snowball's stemmer gives a noun another stem with the article than without, so that a query in
// its bare form would not meet it.
void stem_arabic(std::string& word);

}  // namespace assay::language
