#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "language/fold.h"
#include "reasoning/extractive/mentions.h"
#include "reasoning/extractive/parts.h"
#include "reasoning/extractive/queries.h"
#include "reasoning/extractive/stages.h"
#include "reasoning/extractive/text_view.h"

namespace assay::reasoning::extractive {
namespace {

constexpr std::size_t most_searches = 4;
constexpr std::size_t most_originals = 4;
constexpr std::size_t most_pictures = 8;  // of a claim: the page that carried it may show many
constexpr std::string_view search = "web_search";
constexpr std::string_view image_search = "image_search";
constexpr std::string_view reverse_search = "reverse_search";
constexpr std::string_view fact_checks = "fact_checks";

class Planner {
 public:
  explicit Planner(const PlanInput& input)
      : input_(input), claim_(claim_text(input.claim)), language_(language_of(claim_, {})) {
    for (const auto& action : input.done)
      if (!action.arguments.empty())
        done_.insert(key(action.tool, as_query(action.arguments.front())));
  }

  core::Plan run() {
    if (!has(search)) return stop("There is no search to propose.");
    if (as_query(claim_).empty()) return stop("The claim has no words to search for.");
    uncovered();
    if (input_.turn <= 1) return first_turn();
    return later_turn();
  }

 private:
  bool has(std::string_view tool) const {
    return std::ranges::find(input_.tools, tool, &core::ToolHelp::name) != input_.tools.end();
  }
  static std::string key(std::string_view tool, std::string_view query) {
    return std::string(tool) + " " + language::fold(query);
  }

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
    // Pages that show the claim's pictures come first: what they say of them counts most.
    for (const auto& image : input_.claim.images)
      if (pictures_ < most_pictures) propose_picture(image, "where the claim's picture was before");
    const bool checks = add(fact_checks, as_query(claim_), "what fact-checkers wrote about it");
    propose({as_query(claim_), "the claim itself"});
    if (plan_.uncovered.size() > 1)
      for (const auto& part : plan_.uncovered) propose({as_query(part), "a part of the claim"});
    for (auto& query : targeted_queries(view_of(claim_, language_))) propose(std::move(query));
    if (!input_.claim.images.empty())
      add(image_search, as_query(without_frame(claim_)), "other pictures of what the claim says");
    if (plan_.actions.empty()) return dead_end("Every search for it was done.");
    plan_.reasoning = fmt::format("{} searches for what the claim says{}{}.", plan_.actions.size(),
                                  pictures_ > 0 ? " and for its pictures" : "",
                                  checks ? ", one of them for prior fact-checks" : "");
    return std::move(plan_);
  }

  core::Plan later_turn() {
    if (plan_.uncovered.empty()) return stop("The evidence speaks to every part of the claim.");
    if (input_.new_evidence == 0 && !input_.done.empty())
      return dead_end("The last searches brought nothing new.");
    originals();
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

  // A picture that the claim's is a part or a copy of: pages may show the whole where they don't
  // show the claim's version.
  void originals() {
    for (const auto& evidence : input_.evidence) {
      const auto& match = evidence.source.match;
      if (!match || evidence.images.empty()) continue;
      const bool whole = match->query_share > 0.95 && match->found_share > 0.95;
      if (pictures_ < most_originals && (!whole || !match->differences.empty()))
        propose_picture(evidence.images.front(), "what the claim's picture may be made from");
    }
  }

  void propose_picture(const core::Image& image, std::string reason) {
    if (image.sha256.empty()) return;
    if (add(reverse_search, core::to_string(core::ImageRef{image.number}), std::move(reason)))
      ++pictures_;
  }

  void propose(Query query) {
    if (searches_ < most_searches && add(search, std::move(query.text), std::move(query.reason)))
      ++searches_;
  }

  // Proposes what the tools can do and was not done.
  bool add(std::string_view tool, std::string argument, std::string reason) {
    if (argument.empty() || !has(tool) || !done_.insert(key(tool, argument)).second) return false;
    plan_.actions.push_back({std::string(tool), {std::move(argument)}, std::move(reason)});
    return true;
  }

  const PlanInput& input_;
  std::string claim_;
  std::string language_;
  std::unordered_set<std::string> done_;
  std::size_t searches_ = 0;
  std::size_t pictures_ = 0;
  core::Plan plan_;
};

}  // namespace

core::Plan plan(const PlanInput& input, const Lexicon&) { return Planner(input).run(); }

}  // namespace assay::reasoning::extractive
