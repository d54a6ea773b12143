#pragma once
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "language/tokens.h"

namespace assay::web {

// Compares texts with a claim by the stems of the words that carry meaning: words of four letters
// and more, numbers, pairs of characters in scripts without spaces. Short words count where there
// are hardly any others. No lists of words: any language will do.
class ClaimOverlap {
 public:
  explicit ClaimOverlap(std::string_view claim);

  // How much of the shorter of the two the other says, 0 to 1. 0 where fewer than three words are
  // shared (two, where one of them has no more).
  double of(std::string_view text) const;

  // Does the claim itself say these words (folded), one after the other?
  bool says(const std::vector<std::string>& words) const;

 private:
  std::string language_;
  std::vector<std::string> words_;
  std::unordered_set<std::string> stems_;
};

}  // namespace assay::web
