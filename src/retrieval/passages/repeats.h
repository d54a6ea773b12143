#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace assay::retrieval {

// What tells whether two passages say nearly the same, without their texts.
struct PassageSketch {
  static constexpr std::size_t bins = 32;
  std::uint64_t exact = 0;  // of all words in their order, case and punctuation aside; 0: none
  std::uint64_t facts = 0;  // of its numbers and negations: those of copies are the same
  std::uint32_t runs = 0;   // of four words
  std::array<std::uint16_t, bins> least{};  // least hash of the runs of each bin (one-permutation
                                            // MinHash)
};

// One pass over the text.
PassageSketch passage_sketch(std::string_view text);

// Finds passages that repeat an earlier one: word by word; or, where both have enough words, in all
// but a few, and none of these a number or a negation.
class RepeatFinder {
 public:
  // The earliest passage that this one repeats; nothing where it is new. Passages have numbers from
  // 0 in the order of the calls.
  std::optional<std::uint32_t> add(const PassageSketch& sketch);

 private:
  // Of more than these only exact repeats are looked for, which bounds the memory (about 200 bytes
  // for each).
  static constexpr std::uint32_t most_compared = 1'000'000;
  std::optional<std::uint32_t> near(const PassageSketch& sketch) const;
  void remember(const PassageSketch& sketch, std::uint32_t number);

  std::uint32_t count_ = 0;
  std::unordered_map<std::uint64_t, std::uint32_t> exact_;
  std::unordered_map<std::uint64_t, std::uint32_t> bands_;
  std::vector<PassageSketch> sketches_;  // of the new ones
  std::vector<std::uint32_t> numbers_;   // theirs
};

}  // namespace assay::retrieval
