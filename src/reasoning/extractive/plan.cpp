#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "language/fold.h"
#include "reasoning/extractive/parts.h"
#include "reasoning/extractive/queries.h"
#include "reasoning/extractive/stages.h"
#include "reasoning/extractive/text_view.h"

namespace assay::reasoning::extractive {
namespace {

constexpr std::size_t most_actions = 4;
constexpr std::string_view search = "web_search";

class Planner {
 public:
  explicit Planner(const PlanInput& input)
      : input_(input), claim_(claim_text(input.claim)), language_(language_of(claim_, {})) {
    for (const auto& action : input.done)
      if (action.tool == search && !action.arguments.empty())
        done_.insert(language::fold(as_query(action.arguments.front())));
  }

  core::Plan run() {
    if (std::ranges::find(input_.tools, search) == input_.tools.end())
      return stop("There is no search to propose.");
    if (as_query(claim_).empty()) return stop("The claim has no words to search for.");
    uncovered();
    if (input_.turn <= 1) return first_turn();
    return later_turn();
  }

 private:
  core::Plan stop(std::string reasoning) {
    plan_.actions.clear();
    plan_.reasoning = std::move(reasoning);
    return std::move(plan_);
  }

  // The parts that no evidence settles yet: all of them before there is any.
  void uncovered() {
    if (input_.developments.empty())
      plan_.uncovered = claim_parts(claim_, language_);
    else
      plan_.uncovered = input_.developments.back().missing;
  }

  core::Plan first_turn() {
    propose({as_query(claim_), "the claim itself"});
    if (plan_.uncovered.size() > 1)
      for (const auto& part : plan_.uncovered) propose({as_query(part), "a part of the claim"});
    for (auto& query : targeted_queries(view_of(claim_, language_))) propose(std::move(query));
    if (plan_.actions.empty()) return dead_end("Every search for it was done.");
    plan_.reasoning = fmt::format("{} searches for what the claim says.", plan_.actions.size());
    return std::move(plan_);
  }

  core::Plan later_turn() {
    if (plan_.uncovered.empty()) return stop("The evidence speaks to every part of the claim.");
    if (input_.new_evidence == 0 && !input_.done.empty())
      return dead_end("The last searches brought nothing new.");
    for (const auto& part : plan_.uncovered) {
      propose({as_query(part), "not settled yet"});
      for (auto& query : targeted_queries(view_of(part, language_))) propose(std::move(query));
    }
    if (plan_.actions.empty()) return dead_end("Every search for what is not settled was done.");
    plan_.reasoning =
        fmt::format("{} searches for what no evidence settles yet.", plan_.actions.size());
    return std::move(plan_);
  }

  core::Plan dead_end(std::string reasoning) {
    plan_.dead_end = true;
    return stop(std::move(reasoning));
  }

  void propose(Query query) {
    if (plan_.actions.size() >= most_actions || query.text.empty()) return;
    if (!done_.insert(language::fold(query.text)).second) return;
    plan_.actions.push_back(
        {std::string(search), {std::move(query.text)}, std::move(query.reason)});
  }

  const PlanInput& input_;
  std::string claim_;
  std::string language_;
  std::unordered_set<std::string> done_;
  core::Plan plan_;
};

}  // namespace

core::Plan plan(const PlanInput& input, const Lexicon&) { return Planner(input).run(); }

}  // namespace assay::reasoning::extractive
