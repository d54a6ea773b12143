#pragma once
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/evidence.h"
#include "reasoning/extractive/alignment.h"

// From what an alignment found and the cues of a sentence to a stance with a strength.
namespace assay::reasoning::extractive {

// How far a sentence supports and how far it contradicts a claim, each 0 to 1, with reasons. Both
// can be low: then it only touches the claim.
struct StanceScore {
  double supports = 0;
  double contradicts = 0;
  std::vector<std::string> agreed;     // the claim's numbers and dates that the sentence gives too
  std::vector<std::string> differing;  // those that it contradicts
  bool only_values_differ = false;     // it contradicts by numbers and dates alone
  double qualifies = 0;       // 0 to 1: says that the claim holds only in part or under conditions
  std::string qualification;  // its words
  double coverage = 0;        // of the claim, what the sentence contrasts with it included
  std::vector<std::string> reasons;
};

// `speaker`: who made the claim; a sentence in which they repeat it is no support.
StanceScore score_stance(const ClaimView& claim, const TextView& sentence,
                         const Alignment& alignment, std::string_view speaker);

// The stance that the scores come to, and how surely.
struct Decision {
  core::Stance stance = core::Stance::touches;
  double strength = 0;
};
Decision decide(const StanceScore& score);

}  // namespace assay::reasoning::extractive
