#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::reasoning::extractive {

// WordNet's database files (index.POS, data.POS, POS.exc for nouns, verbs, adjectives, adverbs),
// mapped and searched where they lie: opening costs nothing, a look-up some microseconds.
// Thread-safe. Damaged files give fewer words, never an error.
class WordNet {
 public:
  // Nothing where one of the index or data files is missing or cannot be read.
  static std::optional<WordNet> open(const std::filesystem::path& folder);

  WordNet(WordNet&&) noexcept;
  WordNet& operator=(WordNet&&) noexcept;
  ~WordNet();

  // Words that are the opposite of the English word (lower case, any inflection) in one of its
  // senses. An adjective without an antonym of its own has those of the adjective that it is
  // similar to. At most 64.
  std::vector<std::string> antonyms(std::string_view word) const;

  // Words that share one of the word's two most frequent senses of each part of speech. At most 64.
  std::vector<std::string> synonyms(std::string_view word) const;

  // Is the word, in some sense, one that is written with a small letter?
  bool is_common(std::string_view word) const;

  // The base of an irregular verb or noun form (`wrote`: `write`); empty where it is none.
  std::string irregular_base(std::string_view word) const;

  // Is it the name of a place (a city, a country, a mountain, a sea)? `name` is folded, its words
  // set apart by spaces.
  bool is_place(std::string_view name) const;
  // Are both names of one place, or is the one a part of the other (Paris, France)? Names are as
  // those of is_place(); false where one of them is unknown.
  bool one_place(std::string_view a, std::string_view b) const;

  // The forms that the dictionary lists: `rose` gives `rise` and `rose`. Empty for unknown words.
  std::vector<std::string> lemmas(std::string_view word) const;

 private:
  struct Files;
  explicit WordNet(std::unique_ptr<Files> files);
  std::unique_ptr<Files> files_;
};

}  // namespace assay::reasoning::extractive
