#include "eval/benchmarks/gold_answers.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "assay/core/error.h"
#include "eval/benchmarks/article_address.h"
#include "eval/benchmarks/averitec_pairs.h"
#include "eval/benchmarks/fields.h"
#include "language/lines.h"

namespace assay::eval {
namespace {

using core::InputError;
using core::Json;

GoldAnswer answer_of(const Json& object) {
  if (!object.is_object()) throw InputError("an answer is not an object");
  GoldAnswer answer;
  answer.text = text_of(object, {"answer", "answer_text"});
  answer.type = text_of(object, {"answer_type"});
  answer.explanation = text_of(object, {"boolean_explanation"});
  answer.url = text_of(object, {"source_url"});
  for (auto& image : texts_of(object, {"image_answers", "answer_images", "images"}))
    if (!image.empty()) answer.images.push_back(DatasetBuilder::image(std::move(image)));
  return answer;
}

GoldQuestion question_of(const Json& object) {
  if (!object.is_object()) throw InputError("a question is not an object");
  GoldQuestion question;
  question.question = text_of(object, {"question"});
  for (auto& image : texts_of(object, {"input_images", "images"}))
    if (!image.empty()) question.images.push_back(DatasetBuilder::image(std::move(image)));
  if (const auto* answers = list_of(object, {"answers"}))
    for (const auto& answer : *answers) question.answers.push_back(answer_of(answer));
  return question;
}

bool is_answered(const GoldAnswer& answer) {
  if (answer.type == "Unanswerable" || answer.text == no_answer) return false;
  return !language::is_blank(answer.text) || !answer.images.empty();
}

// `Yes`, `No.`, `Yes, in 2016`.
bool begins_with_yes_or_no(std::string_view text) {
  for (const std::string_view word : {"Yes", "No", "yes", "no"})
    if (text.starts_with(word) &&
        (text.size() == word.size() || text.find_first_of(".,;:", word.size()) == word.size()))
      return true;
  return false;
}

std::string evidence_text(const GoldQuestion& question, const GoldAnswer& answer) {
  if (answer.type != "Boolean" && !begins_with_yes_or_no(answer.text)) return answer.text;
  const auto said = answer.explanation.empty() ? answer.text : answer_string(answer);
  return question.question.empty() ? said : question.question + " " + said;
}

}  // namespace

std::vector<GoldQuestion> questions_of(const Json& claim) {
  std::vector<GoldQuestion> questions;
  if (const auto* list = list_of(claim, {"questions"}))
    for (const auto& question : *list) questions.push_back(question_of(question));
  return questions;
}

void add_evidence(Instance& instance, std::string_view article, DatasetBuilder& builder) {
  for (std::size_t q = 0; q < instance.questions.size(); ++q) {
    const auto& question = instance.questions[q];
    for (std::size_t a = 0; a < question.answers.size(); ++a) {
      const auto& answer = question.answers[a];
      if (!is_answered(answer)) continue;
      if (is_same_page(answer.url, article)) {
        builder.note("answers from the fact-checking article, which are no evidence");
        continue;
      }
      instance.evidence.push_back({.id = fmt::format("{}-{}-{}", instance.claim.id, q, a),
                                   .text = evidence_text(question, answer),
                                   .url = answer.url,
                                   .title = {},
                                   .published = std::nullopt,
                                   .images = answer.images});
    }
  }
}

}  // namespace assay::eval
