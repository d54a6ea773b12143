#pragma once
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

 private:
  std::vector<std::uint64_t> runs_;   // hashes, sorted, each once
  std::vector<std::string> numbers_;  // sorted
  std::size_t words_ = 0;
};

}  // namespace assay::language
