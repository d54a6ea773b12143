#pragma once
#include <cstddef>
#include <string>
#include <unordered_set>
#include <vector>

#include "reasoning/extractive/lexicon.h"
#include "reasoning/extractive/slots.h"
#include "reasoning/extractive/text_view.h"

// Claim and sentence laid beside each other: what of the one is in the other, what differs.
namespace assay::reasoning::extractive {

// A part of the claim, with what its words may be matched by.
struct ClaimView {
  TextView text;
  std::vector<std::unordered_set<std::string>> synonyms;  // one set of stems a word
  std::vector<std::unordered_set<std::string>> antonyms;
  double weight = 0;  // of all its words
  // Stems of what the whole claim names first, without words like `bridge` that tell no two names
  // apart: what it is mostly about. A part of a compound claim has the whole claim's.
  std::vector<std::string> subject;
  std::string designation;  // stem of the subject's number, as in Apollo 11; mostly empty
};
ClaimView claim_view(std::string_view text, std::string_view language, const Lexicon& lexicon);

// A pair of quantities or dates, with the reason in words.
struct Comparison {
  std::string claimed;
  std::string given;
  bool agrees = false;
  bool same_thing = false;  // the words beside them say that they measure the same
  double distance = 0;      // of numbers, as a share of the larger
};

// What aligning found. Shares are 0 to 1.
struct Alignment {
  double coverage = 0;       // of the claim's content, weighted; numbers and dates included
  double own_coverage = 0;   // by the sentence's own words, without its context
  double rest = 0;           // the same without its numbers and dates
  double own_predicate = 1;  // the same of the claim's words that are no names; 1 where it has none
  double reported = 1;       // of few words that the claim says somebody said; 1 where it has none
  double name_coverage = 1;  // of the claim's names; 1 where it has none
  std::size_t matched = 0;   // content words of the claim found in the sentence itself
  // The sentence names others, and not whom or what the claim is about: what it says is of them.
  bool other_subject = false;
  bool subject_named = false;       // the sentence itself names what the claim is about
  std::size_t predicate_words = 0;  // of the claim: content words that are no names and no numbers
  std::vector<std::string> missing_names;  // of the claim, neither in the sentence nor its context
  std::vector<Comparison> numbers;
  std::vector<Comparison> dates;
  double polarity_mismatch = 0;  // share of the matched words that one text negates, the other not
  bool negated_in_sentence = false;  // some of these in the sentence, rather than in the claim
  bool direction_negated = false;    // one of them says that something rises or falls
  std::vector<std::pair<std::string, std::string>> antonyms;       // claim's word, sentence's word
  std::vector<std::pair<std::string, std::string>> directions;     // opposed ones
  std::vector<std::pair<std::string, std::string>> substitutions;  // another name in its place
  std::vector<Slot> slots;  // another word in its place, of lower case or a script without case
  std::string reversal;  // who and whom, or from where and where to, are exchanged: the two names
  bool scope_differs = false;  // all against some
  bool directions_agree = false;
};

// `context`: stems of what surrounds the sentence (its title, its source's other quotations), which
// may name what the sentence calls "it".
Alignment align(const ClaimView& claim, const TextView& sentence,
                const std::unordered_set<std::string>& context);

}  // namespace assay::reasoning::extractive
