#pragma once
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "eval/text/meteor.h"

// How AVeriTeC scores evidence: HU-METEOR (METEOR, matched by the Hungarian method).
namespace assay::eval {

// What a system asked and answered about one claim, beside what people did. A predicted string is
// "question answer"; a gold string the same, one for each answer.
struct EvidenceStrings {
  std::vector<std::string> predicted_questions;
  std::vector<std::string> predicted;
  std::vector<std::string> gold_questions;  // repeats count once
  std::vector<std::string> gold;
};

// Of one claim, each 0 to 1.
struct HuMeteorScore {
  double questions = 0;
  double question_answers = 0;
};

// Predicted strings of a claim that are looked at; the rest count for nothing.
inline constexpr std::size_t judged_predictions = 10;

class HuMeteor {
 public:
  // The WordNet outlives this.
  explicit HuMeteor(const WordNet& wordnet) : meteor_(wordnet) {}

  // The first ten predicted strings are matched with the gold ones, one to one, so that the sum of
  // METEOR is as high as it can be; that sum divided by the number of gold strings. 0 where either
  // side is empty. Throws std::invalid_argument for more than 6.7 million gold strings.
  double score(std::span<const std::string> predicted, std::span<const std::string> gold);

  // The same over the questions, the gold ones without repeats, and over questions with answers.
  HuMeteorScore score(const EvidenceStrings& claim);

 private:
  Meteor meteor_;
};

// A claim for the AVeriTeC score.
struct AveritecOutcome {
  double question_answers = 0;  // HU-METEOR
  bool label_right = false;
};

// The thresholds that are reported; the shared task's ranks by 0.25.
inline constexpr std::array<double, 6> averitec_thresholds{0.1, 0.2, 0.25, 0.3, 0.4, 0.5};

// The share of claims whose label is right and whose evidence scores above the threshold, 0 to 1;
// 0 of nothing.
double averitec_score(std::span<const AveritecOutcome> claims, double threshold);

}  // namespace assay::eval
