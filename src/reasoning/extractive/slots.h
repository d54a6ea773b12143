#pragma once
#include <string>
#include <utility>
#include <vector>

#include "reasoning/extractive/text_view.h"

namespace assay::reasoning::extractive {

// Two texts that run alike but for one place: "… is 悉尼" against "… is 堪培拉". What each has in
// that place.
struct Slot {
  std::string claimed;
  std::string given;
  double alike = 0;  // share of the claim's words (characters in Han and kana) outside the place
                     // that both have
};

// The places where both texts have something short of their own between parts that they share (or
// between such a part and the end of both). Words are compared by stem, Han and kana by character.
// Quadratic, so both texts are cut at 150 words or characters.
std::vector<Slot> differing_slots(const TextView& claim, const TextView& sentence);

}  // namespace assay::reasoning::extractive
