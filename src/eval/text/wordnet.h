#pragma once
#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace assay::eval {

// The synonyms that WordNet 3.0 gives, from its own files as Debian's package wordnet-base lays
// them. Reading is thread-safe.
class WordNet {
 public:
  static std::filesystem::path default_folder() { return "/usr/share/wordnet"; }

  // Reads the files (28 MB), and looks into them when asked. Throws InputError, which says what to
  // install, where one is missing.
  explicit WordNet(const std::filesystem::path& folder = default_folder());

  // The names of all lemmas, of one word each, of all synsets that hold the lower-case word: as
  // noun, verb, adjective or adverb, in the form given or in the base forms that WordNet's
  // exceptions and endings lead to. Sorted, without repeats, their case kept; most often the word
  // itself is among them. Empty for a word that WordNet has not and for one above longest_word
  // bytes. Throws InputError where a line of the files is damaged.
  std::vector<std::string> synonyms(std::string_view word) const;

  static constexpr std::size_t longest_word = 256;

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  using Exceptions =
      std::unordered_map<std::string, std::vector<std::string>, Hash, std::equal_to<>>;
  struct PartOfSpeech {
    std::filesystem::path index_file;
    std::filesystem::path data_file;
    std::string index;  // a line for each lemma, sorted by it
    std::string data;   // a line for each synset, found by its offset
    Exceptions exceptions;
  };

  static PartOfSpeech read(const std::filesystem::path& folder, const std::string& name);
  void add(std::vector<std::string>& names, std::size_t part, std::string_view word) const;

  std::array<PartOfSpeech, 4> parts_;
};

}  // namespace assay::eval
