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

// Whether the list is one of {fact, FLAG}. An empty one is: there may be no fact.
std::string problem_of(const Json& object, const char* list, const char* flag) {
  const auto& facts = object.at(list);
  const std::string name = std::string("\"") + list + "\"";
  if (!facts.is_array()) return name + " is no list";
  for (const auto& item : facts)
    if (item.is_object() && prompted::flag_member(item, flag)) return {};
  return facts.empty() ? "" : "no item of " + name + " says true or false as \"" + flag + "\"";
}

std::string no_reference_facts(const Json& object) {
  auto problem = problem_of(object, "reference_facts", "contained");
  if (problem.empty() && object.at("reference_facts").empty())
    problem = "\"reference_facts\" is empty";
  return problem;
}

// A list of {fact, FLAG}: what is no such item does not count.
Facts facts_of(const Json& object, const char* list, const char* flag) {
  Facts facts;
  for (const auto& item : object.at(list)) {
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
  question.problem = [](const Json& object) {
    const auto problem = no_reference_facts(object);
    return problem.empty() ? problem_of(object, "candidate_facts", "supported") : problem;
  };
  question.repeat = repeat;
  const auto answer = co_await judge.ask(std::move(question));
  if (!answer) co_return std::nullopt;
  const auto gold = facts_of(*answer, "reference_facts", "contained");
  const auto predicted = facts_of(*answer, "candidate_facts", "supported");
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
  question.problem = no_reference_facts;
  question.repeat = repeat;
  const auto answer = co_await judge.ask(std::move(question));
  if (!answer) co_return std::nullopt;
  co_return facts_of(*answer, "reference_facts", "contained").share();
}

}  // namespace assay::eval
