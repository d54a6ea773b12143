#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "eval/text/wordnet.h"

namespace assay::eval {

// A text as METEOR compares it, prepared once for any number of comparisons. Belongs to the Meteor
// that made it.
class MeteorText {
 public:
  std::size_t size() const { return words_.size(); }  // tokens

 private:
  friend class Meteor;

  // Where each of the different numbers of a list stands in it.
  struct Places {
    std::vector<std::uint32_t> numbers;  // sorted
    std::vector<std::uint32_t> begins;   // in `places`; one more than there are numbers
    std::vector<std::uint32_t> places;   // rising for each number
  };
  static Places places_of(std::span<const std::uint32_t> list);

  std::vector<std::uint32_t> words_;
  std::vector<std::uint32_t> stems_;
  Places word_places_;
  Places stem_places_;
};

// METEOR of a text beside a reference, as NLTK 3.8 computes it (`single_meteor_score`, with alpha
// 0.9, beta 3, gamma 0.5): tokens are matched one to one where they are equal in lower case, then
// where their stems are, then where the reference's stem is among WordNet's synonyms of the other
// text's stem. (That the last stage sees stems, and that each match is the last one possible
// instead of the one with fewest crossings, is NLTK's way; scores are only comparable so.)
class Meteor {
 public:
  // The WordNet outlives this.
  explicit Meteor(const WordNet& wordnet) : wordnet_(wordnet) {}

  // Of tokens as word_tokens() gives them. For one thread at a time.
  MeteorText prepare(std::span<const std::string> tokens);
  MeteorText prepare(std::string_view text);  // by word_tokens()

  // 0 to 1; 0 where either is empty or nothing matches. Thread-safe while nothing is prepared.
  double score(const MeteorText& reference, const MeteorText& hypothesis) const;

 private:
  struct Alignment;

  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  struct Word {
    std::uint32_t lower;
    std::uint32_t stem;
  };

  std::uint32_t number_of(std::string_view text);
  Word word(const std::string& token);
  void find_synonyms(std::uint32_t stem, const std::string& text);

  const WordNet& wordnet_;
  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> numbers_;
  std::unordered_map<std::string, Word, Hash, std::equal_to<>> words_;
  // Of each number that stands for a stem, those of its synonyms; of others nothing.
  std::vector<std::vector<std::uint32_t>> synonyms_;
  std::vector<bool> has_synonyms_;  // were they looked for?
};

}  // namespace assay::eval
