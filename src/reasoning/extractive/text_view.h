#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/claim.h"
#include "language/tokens.h"
#include "reasoning/extractive/cues.h"
#include "reasoning/extractive/dates.h"
#include "reasoning/extractive/lexicon.h"
#include "reasoning/extractive/quantities.h"

// A claim or a sentence as the built-in stages read it.
namespace assay::reasoning::extractive {

struct Word {
  language::Token token;
  double weight = 0;         // how much it says about what the text is about; 0 for stop words
  bool name = false;         // written as names are (a capital inside the sentence, an acronym)
  bool designation = false;  // the number of a name: Apollo 11
  bool numeric = false;      // part of a quantity or a date
  bool negated = false;      // in the reach of a negation
  int direction = 0;         // 1: says that something rises, -1: that it falls
};

struct TextView {
  std::string text;
  std::string language;
  std::vector<Word> words;
  std::vector<Quantity> quantities;
  std::vector<DateMention> dates;
  std::vector<CueHit> cues;

  bool has(Cue cue) const;
  const CueHit* find(Cue cue) const;
};

// The claim's words as the stages read them: without image references, at most 4,000 bytes, since
// what they do with each word of a claim is done for each sentence of the evidence.
std::string claim_text(const core::Claim& claim);

// `lexicon` (may be null) tells names from other words at the start of sentences.
TextView view_of(std::string_view text, std::string_view language,
                 const Lexicon* lexicon = nullptr);

// The language to read a text in: the detected one where that is sure, else `fallback`.
std::string language_of(std::string_view text, std::string_view fallback);

// Do words [first, last) hold a comma, a semicolon or another end of a clause between them?
bool clause_between(const TextView& view, std::size_t first, std::size_t last);

// Words, numbers and names that stand beside each other as one name: `Amy Coney Barrett`. Indices
// of words, [first, last).
struct NameGroup {
  std::size_t first = 0;
  std::size_t last = 0;
};
std::vector<NameGroup> name_groups(const TextView& view);

}  // namespace assay::reasoning::extractive
