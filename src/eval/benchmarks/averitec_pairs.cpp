#include "eval/benchmarks/averitec_pairs.h"

#include <string_view>

namespace assay::eval {
namespace {

constexpr std::string_view end_of_line = "\t\t\n";
constexpr std::string_view end_of_pair = "\t\t\n\n";
constexpr std::string_view no_answer = "No answer could be found.";

// A tab or a line end inside would end the pair.
std::string flat(std::string text) {
  for (char& c : text)
    if (c == '\t' || c == '\n' || c == '\r') c = ' ';
  return text;
}

}  // namespace

std::vector<std::string> gold_questions(const Instance& instance) {
  std::vector<std::string> questions;
  for (const auto& question : instance.questions) questions.push_back(question.question);
  return questions;
}

std::vector<std::string> gold_pairs(const Instance& instance) {
  std::vector<std::string> pairs;
  for (const auto& question : instance.questions) {
    for (const auto& answer : question.answers) {
      auto text = question.question + " " + answer.text;
      if (answer.type == "Boolean" && !answer.explanation.empty())
        text += ". " + answer.explanation;
      pairs.push_back(std::move(text));
    }
    if (question.answers.empty()) pairs.push_back(question.question + " " + std::string(no_answer));
  }
  return pairs;
}

std::vector<std::string> predicted_questions(const Prediction& prediction) {
  std::vector<std::string> questions;
  for (const auto& pair : prediction.pairs) questions.push_back(pair.question);
  return questions;
}

std::vector<std::string> predicted_pairs(const Prediction& prediction) {
  std::vector<std::string> pairs;
  for (const auto& pair : prediction.pairs) pairs.push_back(pair.question + " " + pair.answer);
  return pairs;
}

std::string evidence_cell(const std::vector<EvidenceText>& pairs) {
  std::string cell;
  for (const auto& pair : pairs)
    cell += flat(pair.question) + std::string(end_of_line) + flat(pair.answer) +
            std::string(end_of_pair);
  return cell;
}

std::vector<EvidenceText> read_evidence_cell(const std::string& cell) {
  std::vector<EvidenceText> pairs;
  std::string_view rest = cell;
  while (!rest.empty()) {
    const auto end = rest.find(end_of_pair);
    auto pair = rest.substr(0, end);
    rest = end == rest.npos ? std::string_view() : rest.substr(end + end_of_pair.size());
    const auto middle = pair.find(end_of_line);
    EvidenceText text;
    text.question = pair.substr(0, middle);
    if (middle != pair.npos) {
      auto answer = pair.substr(middle + end_of_line.size());
      // The last pair of a cell may have lost its empty line.
      if (answer.ends_with(end_of_line)) answer.remove_suffix(end_of_line.size());
      text.answer = answer;
    }
    if (!text.question.empty() || !text.answer.empty()) pairs.push_back(std::move(text));
  }
  return pairs;
}

}  // namespace assay::eval
