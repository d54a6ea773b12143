#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::language {

// What a text is made of, small enough to compare many: whether two are nearly the same can be seen
// without the texts.
class Sketch {
 public:
  // Linear in the text, of which the first 200,000 bytes are looked at.
  explicit Sketch(std::string_view text);

  // 0 to 1: the share of runs of four words that both have (Jaccard's index).
  double likeness(const Sketch& other) const;

  // Is one a copy of the other but for a few words? Never where they differ in a number: that is
  // what facts differ in. Short texts must be the same but for case and punctuation.
  bool nearly_same(const Sketch& other) const;

  // How much of this text was taken from the other: passages of eight words and more that both
  // have, word by word.
  struct Taken {
    std::size_t words = 0;
    double share = 0;            // 0 to 1: of this text
    bool other_numbers = false;  // inside of what both have, one has a number that the other hasn't
  };
  Taken taken_from(const Sketch& other) const;

  // Is this the other text cut short, or with other words around it? So are agency reports printed.
  // At least 30 words and 0.7 of it are, and no number inside of them differs.
  bool copied_from(const Sketch& other) const;

  // Does the text hold the sentence word by word? Never one of fewer than four words.
  bool holds(std::string_view sentence) const;

 private:
  std::vector<bool> shared_with(const Sketch& other) const;
  bool has_number_between(const std::vector<bool>& shared) const;

  std::vector<std::uint64_t> runs_;   // hashes, sorted, each once
  std::vector<std::uint64_t> order_;  // the same, by the word that each begins with
  std::vector<bool> is_number_;       // by word
  std::vector<std::string> numbers_;  // sorted
  std::size_t words_ = 0;
};

}  // namespace assay::language
