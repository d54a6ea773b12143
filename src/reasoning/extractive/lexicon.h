#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "language/tokens.h"
#include "reasoning/extractive/wordnet.h"

namespace assay::reasoning::extractive {

// What words mean to each other: built-in lists for several languages, and WordNet for English
// where it is installed. Loaded once, passed in, never changed: thread-safe.
class Lexicon {
 public:
  // The built-in lists alone.
  Lexicon() = default;
  // With WordNet's database in `wordnet` (Debian's wordnet-base: /usr/share/wordnet) where it is
  // there and whole.
  explicit Lexicon(const std::filesystem::path& wordnet);

  bool has_wordnet() const { return wordnet_.has_value(); }
  // One sentence for records and reports: which antonyms are used, and what to install for more.
  std::string describe() const;

  // Is the English word (folded) one of everyday language rather than a name? Without WordNet only
  // endings tell.
  bool is_common(std::string_view word) const;

  // Is it the name of a place? `name` is folded. Never without WordNet.
  bool is_place(std::string_view name) const;
  // Are both one place, or is the one a part of the other? Equal names are, with or without
  // WordNet.
  bool one_place(std::string_view a, std::string_view b) const;

  // Gives irregular English forms (`wrote`, `children`) the stem of their base, so that they meet
  // it.
  void bring_to_base(std::vector<language::Token>& tokens, std::string_view language) const;

  // Stems of the opposites of a word (folded, see language/fold.h). Never holds the word's own
  // stem.
  std::vector<std::string> antonym_stems(std::string_view word, std::string_view language) const;
  // Stems of words of the same meaning, and of the word's base forms (`rose`: `rise`).
  std::vector<std::string> synonym_stems(std::string_view word, std::string_view language) const;

 private:
  std::string base_stem(std::string_view word, std::string_view language) const;

  std::optional<WordNet> wordnet_;
};

}  // namespace assay::reasoning::extractive
