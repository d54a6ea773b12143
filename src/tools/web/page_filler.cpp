#include "tools/web/page_filler.h"

#include <boost/system/system_error.hpp>
#include <utility>

#include "assay/core/error.h"
#include "tools/web/page_loader.h"
#include "web/sites/leak_rules.h"
#include "web/result_text.h"

namespace assay::tools {
namespace {

using boost::asio::awaitable;
using retrieval::Document;
using retrieval::FillNeed;

Filled refused(std::string kind, std::string reason) {
  return {std::nullopt, std::move(kind), std::move(reason)};
}

Filled refused(const web::Leak& leak) {
  return refused(leak.rule == "date" ? "too_late" : "fact_check", leak.reason);
}

// Nothing where it is no address.
std::optional<web::SiteJudgement> judgement_of(const WebMeans& means, const std::string& url) {
  try {
    return means.sites->judge(url);
  } catch (const core::InputError&) {
    return std::nullopt;
  }
}

web::PageLeakFacts facts_of(const LoadedPage& page, const FillClaim& claim, bool social) {
  web::PageLeakFacts facts;
  // Of a site that forbids programs, and may be read now, the address says nothing more.
  if (!social) {
    facts.addresses = page.addresses();
    facts.canonical = page.article.url;
  }
  facts.published = page.article.published;
  facts.title = page.article.title;
  facts.claim_reviews = page.article.claim_reviews;
  facts.claim = claim.text;
  return facts;
}

// The document with what the page says; what is known of how it was found stays.
Document filled_with(Document document, LoadedPage page) {
  auto& article = page.article;
  document.text = std::move(article.text);
  if (!article.title.empty()) document.title = std::move(article.title);
  if (article.published) document.date = article.published;
  if (!article.publisher.empty()) document.publisher = std::move(article.publisher);
  if (!article.author.empty()) document.author = std::move(article.author);
  document.language = std::move(article.language);
  document.extractor = std::move(article.extractor);
  document.bytes.clear();
  document.filled = page.rendered ? "rendered" : "plain";
  return document;
}

}  // namespace

PageFiller::PageFiller(std::shared_ptr<const WebMeans> means, FillOptions options)
    : means_(std::move(means)), options_(options) {}

awaitable<Filled> PageFiller::fill(Document document, FillClaim claim) {
  const auto url = web::result_url(document.url);
  const auto judgement = judgement_of(*means_, url);
  if (url.empty() || !judgement) co_return refused("failed", "no http or https address");
  const bool social = judgement->forbids_programs;
  if (social && !options_.render_social)
    co_return refused("forbids_programs", judgement->exclusion_reason);
  web::LeakSettings limits;
  limits.limit = claim.limit;
  const web::LeakRules rules(*means_->sites, limits);
  if (!social) {
    web::PageLeakFacts known;
    known.addresses = {url};
    known.title = document.title;
    known.published = document.date;
    known.claim = claim.text;
    // A short address is judged by where it leads.
    if (const auto leak = rules.find(known); leak && !judgement->must_follow)
      co_return refused(*leak);
  }
  if (const auto known = failed_.find(url); known != failed_.end()) co_return known->second;
  std::optional<LoadedPage> page;
  Filled failure;
  try {
    page = social ? co_await render_page(*means_, url) : co_await load_page(*means_, url);
  } catch (const web::FetchFailure& error) {
    failure =
        refused(error.kind == web::FetchFailure::Kind::robots ? "robots" : "failed", error.what());
  } catch (const web::Unreadable& error) {
    failure = refused("unreadable", error.what());
  }
  if (!page) {
    failed_.emplace(url, failure);
    co_return failure;
  }
  if (const auto leak = rules.find(facts_of(*page, claim, social))) co_return refused(*leak);
  const auto need = retrieval::need_of_text(page->article.text, options_.rules);
  // An article of few words is one: better than none, and than fewer.
  const bool better = need == FillNeed::too_short &&
                      page->article.text.size() > document.text.size() &&
                      !page->article.text.empty();
  if (need != FillNeed::none && !better)
    co_return refused(need == FillNeed::missing ? "unreadable" : retrieval::to_string(need),
                      "the page still says nothing of use");
  Filled filled;
  filled.document = filled_with(std::move(document), std::move(*page));
  co_return filled;
}

}  // namespace assay::tools
