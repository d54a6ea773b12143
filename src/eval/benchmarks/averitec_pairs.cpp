#include "eval/benchmarks/averitec_pairs.h"

#include <unordered_set>

namespace assay::eval {
namespace {

std::string joined(std::string_view question, std::string_view answer) {
  std::string text(question);
  if (!text.empty() && !answer.empty()) text += ' ';
  return text.append(answer);
}

}  // namespace

std::string answer_string(const GoldAnswer& answer) {
  return answer.type == "Boolean" ? answer.text + ". " + answer.explanation : answer.text;
}

std::vector<std::string> question_strings(const Instance& instance) {
  std::vector<std::string> strings;
  std::unordered_set<std::string_view> seen;
  for (const auto& question : instance.questions)
    if (seen.insert(question.question).second) strings.push_back(question.question);
  return strings;
}

std::vector<std::string> pair_strings(const Instance& instance) {
  std::vector<std::string> strings;
  for (const auto& question : instance.questions) {
    if (question.answers.empty()) strings.push_back(joined(question.question, no_answer));
    for (const auto& answer : question.answers)
      strings.push_back(joined(question.question, answer_string(answer)));
  }
  return strings;
}

std::vector<std::string> question_strings(const Prediction& prediction) {
  std::vector<std::string> strings;
  for (const auto& pair : prediction.pairs) strings.push_back(pair.question);
  return strings;
}

std::vector<std::string> pair_strings(const Prediction& prediction) {
  std::vector<std::string> strings;
  for (const auto& pair : prediction.pairs) strings.push_back(joined(pair.question, pair.answer));
  return strings;
}

}  // namespace assay::eval
