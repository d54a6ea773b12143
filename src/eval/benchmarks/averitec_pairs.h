#pragma once
#include <string>
#include <vector>

#include "eval/benchmarks/instance.h"
#include "eval/benchmarks/prediction.h"

// The strings that HU-METEOR and Ev2R compare, as AVeriTeC's scorer makes them.
namespace assay::eval {

// One for each gold question.
std::vector<std::string> gold_questions(const Instance& instance);
// `question answer` for each answer; a Boolean one is followed by ". " and its explanation, and a
// question without answers by " No answer could be found.".
std::vector<std::string> gold_pairs(const Instance& instance);

std::vector<std::string> predicted_questions(const Prediction& prediction);
std::vector<std::string> predicted_pairs(const Prediction& prediction);

// The cell `evi` of the newer form, and back: question, answer, each ended by two tabs and a line
// end, pairs ended by an empty line.
struct EvidenceText {
  std::string question;
  std::string answer;
};
std::string evidence_cell(const std::vector<EvidenceText>& pairs);
std::vector<EvidenceText> read_evidence_cell(const std::string& cell);

}  // namespace assay::eval
