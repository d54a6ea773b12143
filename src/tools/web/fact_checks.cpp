#include "tools/web/fact_checks.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "io/record_file.h"
#include "tools/help.h"
#include "tools/web/asking.h"

namespace assay::tools {
namespace {

using boost::asio::awaitable;

PageWanted wanted_of(const web::ReviewedClaim& reviewed, std::size_t rank) {
  PageWanted page;
  page.url = reviewed.url;
  page.title = reviewed.title;
  page.publisher = reviewed.publisher;
  page.published = reviewed.reviewed;
  page.score = 1.0 / static_cast<double>(rank);
  page.review = core::Review{reviewed.claim, reviewed.claimant, reviewed.claimed, reviewed.rating};
  return page;
}

// Of a page that reviews several claims, the first: it is what the service thinks fits best.
std::vector<PageWanted> pages_of(const std::vector<web::ReviewedClaim>& reviews) {
  std::vector<PageWanted> pages;
  for (const auto& review : reviews)
    if (std::ranges::find(pages, review.url, &PageWanted::url) == pages.end())
      pages.push_back(wanted_of(review, pages.size() + 1));
  return pages;
}

}  // namespace

core::ToolHelp OpenFactChecks::help() const { return fact_checks_help(); }

std::string OpenFactChecks::options() const {
  const auto& service = *pages_->means().providers.factcheck;
  return io::hash_of(
      {{"web", OpenWebTool::options()}, {"factcheck", service.name() + " " + service.options()}});
}

awaitable<Findings> OpenFactChecks::perform(Request request) const {
  const auto pages = pages_;
  const auto& check = pages->check();
  web::FactCheckQuery query;
  query.words = one_argument(request.action, "claim");
  query.before = check.before;
  query.results = asked_for(pages->means(), check.results);
  query.language = check.language;
  const web::FactCheckAnswer answer =
      co_await pages->means().providers.factcheck->search(std::move(query));
  Findings findings = co_await pages->read_best(pages_of(answer.reviews), check.results);
  for (const auto& one : answer.excluded)
    findings.excluded.push_back({source_of(wanted_of(one.review, 1)), one.reason});
  take_effort(answer.effort, findings);
  co_return findings;
}

}  // namespace assay::tools
