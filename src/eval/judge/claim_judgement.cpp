#include "eval/judge/claim_judgement.h"

#include <utility>
#include <vector>

#include "eval/benchmarks/averitec_pairs.h"
#include "eval/judge/averimatec.h"
#include "eval/judge/ev2r.h"
#include "eval/judge/judge_pictures.h"

namespace assay::eval {
namespace {

using boost::asio::awaitable;

std::string joined(const std::string& first, const std::string& second, const char* between) {
  return first.empty() ? second : second.empty() ? first : first + between + second;
}

std::vector<std::string> gold_question_texts(const Instance& instance) {
  std::vector<std::string> texts;
  for (const auto& question : instance.questions)
    if (!question.question.empty()) texts.push_back(question.question);
  return texts;
}

std::vector<std::string> predicted_question_texts(const Prediction& prediction) {
  std::vector<std::string> texts;
  for (const auto& pair : prediction.pairs)
    if (!pair.question.empty()) texts.push_back(pair.question);
  return texts;
}

bool says_something(const GoldAnswer& answer) {
  return !answer.text.empty() || !answer.images.empty();
}

// An answer stands behind its question: `Yes` says nothing by itself.
std::vector<EvidenceItem> gold_items(const Instance& instance, const std::filesystem::path& base,
                                     std::size_t& unread) {
  std::vector<EvidenceItem> items;
  for (const auto& question : instance.questions)
    for (const auto& answer : question.answers) {
      if (!says_something(answer)) continue;
      auto read = judge_pictures(answer.images, base);
      unread += read.unread;
      items.push_back(
          {joined(question.question, joined(answer.text, answer.explanation, " "), "\n"),
           std::move(read.pictures)});
    }
  return items;
}

// A submission's evidence is a list of statements, which stand without the questions.
std::vector<EvidenceItem> predicted_items(const Prediction& prediction,
                                          const std::filesystem::path& base, std::size_t& unread) {
  std::vector<EvidenceItem> items;
  for (const auto& pair : prediction.pairs) {
    if (pair.answer.empty() && pair.images.empty()) continue;
    auto read = judge_pictures(pair.images, base);
    unread += read.unread;
    items.push_back({pair.answer, std::move(read.pictures)});
  }
  return items;
}

const Prediction& prediction_of(const ClaimToJudge& claim) {
  static const Prediction none;
  return claim.prediction == nullptr ? none : *claim.prediction;
}

awaitable<std::optional<double>> justification(Judge& judge, const ClaimToJudge& claim,
                                               int repeat) {
  return judged_justification(judge, claim.instance->claim.text.plain(),
                              claim.instance->justification, prediction_of(claim).justification,
                              repeat);
}

}  // namespace

bool has_ev2r_gold(const Instance& instance) { return !pair_strings(instance).empty(); }

bool has_averimatec_gold(const Instance& instance) {
  if (gold_question_texts(instance).empty()) return false;
  for (const auto& question : instance.questions)
    for (const auto& answer : question.answers)
      if (says_something(answer)) return true;
  return false;
}

awaitable<std::optional<JudgedScores>> ev2r_judgement(Judge& judge, ClaimToJudge claim,
                                                      int repeat) {
  JudgedEvidence evidence;
  evidence.claim = claim.instance->claim.text.plain();
  evidence.gold = pair_strings(*claim.instance);
  evidence.predicted = pair_strings(prediction_of(claim));
  const auto found = co_await ev2r(judge, std::move(evidence), repeat);
  if (!found) co_return std::nullopt;
  JudgedScores scores{
      {"ev2r_precision", found->precision}, {"ev2r_recall", found->recall}, {"ev2r_f1", found->f1}};
  if (!claim.instance->justification.empty()) {
    const auto share = co_await justification(judge, claim, repeat);
    if (!share) co_return std::nullopt;
    scores["justification"] = *share;
  }
  co_return scores;
}

awaitable<std::optional<JudgedScores>> averimatec_judgement(Judge& judge, ClaimToJudge claim,
                                                            const AverimatecJudging& judging,
                                                            int repeat, std::size_t& unread) {
  const auto text = claim.instance->claim.text.plain();
  const auto& prediction = prediction_of(claim);
  const auto questions = co_await q_eval(judge, text, gold_question_texts(*claim.instance),
                                         predicted_question_texts(prediction), repeat);
  if (!questions) co_return std::nullopt;
  const auto evidence =
      co_await evid_eval(judge, text, gold_items(*claim.instance, judging.base, unread),
                         predicted_items(prediction, judging.base, unread), repeat);
  if (!evidence) co_return std::nullopt;
  const auto counted = [&](double score) { return *evidence >= judging.lambda ? score : 0; };
  JudgedScores scores{{"q_eval", *questions}, {"evid_eval", *evidence}};
  scores["veracity"] = claim.right ? 1 : 0;
  scores["veracity_at_lambda"] = counted(scores["veracity"]);
  if (!claim.instance->justification.empty()) {
    const auto share = co_await justification(judge, claim, repeat);
    if (!share) co_return std::nullopt;
    scores["justification"] = *share;
    scores["justification_at_lambda"] = counted(*share);
  }
  co_return scores;
}

}  // namespace assay::eval
