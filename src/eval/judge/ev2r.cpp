#include "eval/judge/ev2r.h"

#include <utility>

#include "reasoning/prompted/fence.h"
#include "reasoning/prompted/read_answer.h"

namespace assay::eval {
namespace {

using boost::asio::awaitable;
using core::Json;
namespace prompted = reasoning::prompted;

constexpr std::size_t most_facts = 1'000;

struct Facts {
  std::size_t all = 0;
  std::size_t true_ones = 0;
  double share() const {
    return all == 0 ? 0 : static_cast<double>(true_ones) / static_cast<double>(all);
  }
};

// A list of {fact, FLAG}: what is no such item does not count.
Facts facts_of(const Json& object, const char* list, const char* flag) {
  Facts facts;
  const auto found = object.find(list);
  if (found == object.end() || !found->is_array()) return facts;
  for (const auto& item : *found) {
    if (!item.is_object() || facts.all == most_facts) continue;
    const auto said = prompted::flag_member(item, flag);
    if (!said) continue;
    ++facts.all;
    facts.true_ones += *said ? 1 : 0;
  }
  return facts;
}

}  // namespace

awaitable<std::optional<Ev2rScore>> ev2r(Judge& judge, JudgedEvidence evidence, int repeat) {
  if (evidence.predicted.empty()) co_return Ev2rScore{};
  Judge::Question question;
  question.prompt = "ev2r";
  question.values = {{"claim", prompted::fenced(evidence.claim)},
                     {"gold", numbered(evidence.gold)},
                     {"predicted", numbered(evidence.predicted)}};
  question.members = {"reference_facts", "candidate_facts"};
  question.repeat = repeat;
  const auto answer = co_await judge.ask(std::move(question));
  if (!answer) co_return std::nullopt;
  const auto gold = facts_of(*answer, "reference_facts", "contained");
  const auto predicted = facts_of(*answer, "candidate_facts", "supported");
  if (gold.all == 0) co_return std::nullopt;
  Ev2rScore score{predicted.share(), gold.share(), 0};
  if (score.precision + score.recall > 0)
    score.f1 = 2 * score.precision * score.recall / (score.precision + score.recall);
  co_return score;
}

awaitable<std::optional<double>> judged_justification(Judge& judge, std::string claim,
                                                      std::string gold, std::string predicted,
                                                      int repeat) {
  if (predicted.empty()) co_return 0.0;
  Judge::Question question;
  question.prompt = "justification";
  question.values = {{"claim", prompted::fenced(claim)},
                     {"gold", prompted::fenced(gold)},
                     {"predicted", prompted::fenced(predicted)}};
  question.members = {"reference_facts"};
  question.repeat = repeat;
  const auto answer = co_await judge.ask(std::move(question));
  if (!answer) co_return std::nullopt;
  const auto facts = facts_of(*answer, "reference_facts", "contained");
  if (facts.all == 0) co_return std::nullopt;
  co_return facts.share();
}

}  // namespace assay::eval
