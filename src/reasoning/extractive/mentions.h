#pragma once
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "reasoning/extractive/text_view.h"

// Who, where and when a text speaks of: what a picture's caption is compared by.
namespace assay::reasoning::extractive {

struct Named {
  std::string text;    // as it is written
  std::string folded;  // its words as they are compared, set apart by spaces
  bool known = false;  // of a place: the dictionary has it as one
};

struct Mentions {
  std::vector<Named> places;  // in the order of the text
  std::vector<Named> others;  // people, organisations, ships, …
  std::vector<DateMention> dates;
  std::unordered_set<std::string> content;  // stems of what is said besides
};

// A name is a place where the dictionary says so, or where it follows a word such as `in` or
// `near`.
Mentions mentions_of(const TextView& view, const Lexicon& lexicon);

// The stem of what a word says besides its article: of `l'incendie` that of `incendie`.
std::string without_article(const Word& word, std::string_view language);

// `This photo shows a flooded street` → `a flooded street`: what is said of the picture, without
// that it is one.
std::string without_frame(std::string_view claim);

}  // namespace assay::reasoning::extractive
