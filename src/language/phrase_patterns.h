#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "language/phrase_words.h"

namespace assay::language {

// One thing of a pattern: words of which one is to stand there, a gap, or an edge of a sentence.
struct PatternPart {
  enum class Kind { words, gap, start, end } kind = Kind::words;
  std::vector<std::vector<int>> choices;  // each a row of words, by their numbers
  bool optional = false;
  std::size_t longest = 0;  // words of a gap
};

struct PhrasePattern {
  std::string_view kind;
  std::vector<PatternPart> parts;
};

struct PhraseMarker {
  std::string_view kind;
  std::string text;  // lower case, without spaces
};

// Patterns of phrases: a list of lines of kind, language and pattern, a tab between. A pattern is a
// row of words, compared folded. `(a|b c)` is any of these, `[a|b]` any of these or nothing, `*3`
// up to three words of whatever kind, `^` the beginning of a sentence or a line, `$` its end. It
// begins with words (or `^` and words). The pattern of kind `marker` is bare text: lower case, no
// spaces.
class PhrasePatterns {
 public:
  // `list` outlives it. Throws std::logic_error for a line that is none: lists are compiled in.
  explicit PhrasePatterns(std::string_view list);

  // A match: the words [first, end).
  struct Match {
    std::string_view kind;
    std::size_t first = 0;
    std::size_t end = 0;
  };
  // At most one match for each word that one begins with, in their order; of a text's words().
  std::vector<Match> find(const std::vector<PhraseWord>& words) const;
  // The words of a text, with the numbers of those that the patterns know.
  std::vector<PhraseWord> words(std::string_view text) const;

  const std::vector<PhraseMarker>& markers() const { return markers_; }

 private:
  // The number of a folded word; -1 where no pattern has it.
  int number_of(const std::string& word) const;
  void read(std::string_view line);
  void index(std::size_t pattern);
  std::vector<PatternPart> parts_of(std::string_view pattern);
  std::vector<std::vector<int>> choices_of(std::string_view text);

  std::unordered_map<std::string, int> vocabulary_;
  std::vector<PhrasePattern> patterns_;
  std::vector<PhraseMarker> markers_;
  std::vector<std::vector<std::size_t>> beginnings_;  // by word
};

}  // namespace assay::language
