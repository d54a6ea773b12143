#include "tools/web/page_filler.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/core/error.h"
#include "io/once.h"
#include "tools/web/page_loader.h"
#include "web/browser/find_browser.h"
#include "web/result_text.h"
#include "web/sites/leak_rules.h"

namespace assay::tools {
namespace {

using boost::asio::awaitable;
using retrieval::Document;
using retrieval::FillNeed;
using Kind = web::FetchFailure::Kind;

constexpr std::string_view too_late = "too_late";
constexpr const char* needs_browser = "needs_browser";

Filled left(std::string kind, std::string reason) {
  Filled filled;
  filled.kind = std::move(kind);
  filled.reason = std::move(reason);
  return filled;
}

Filled left(const web::Leak& leak) {
  return left(leak.rule == "date" ? std::string(too_late) : "fact_check", leak.reason);
}

// The same of a page whose addresses are known.
Filled left(const WebMeans& means, const web::Leak& leak, const std::vector<std::string>& chain) {
  auto filled = left(leak);
  try {
    if (leak.rule == "site" && means.sites->judge(chain).forbids_programs)
      filled.kind = "forbids_programs";
  } catch (const core::InputError&) {  // no address: nothing is known of its site
  }
  return filled;
}

// After a page was asked for.
Filled noted(Filled filled, std::string note) {
  filled.note = std::move(note);
  return filled;
}

// As far as can be told without starting it.
bool has_browser(const WebMeans& means) {
  if (!means.renderer) return false;
  try {
    web::find_browser(means.renderer->options().program);
    return true;
  } catch (const web::BrowserUnavailable&) {
    return false;
  }
}

// Nothing where it is no address.
std::optional<web::SiteJudgement> judgement_of(const WebMeans& means, const std::string& url) {
  try {
    return means.sites->judge(url);
  } catch (const core::InputError&) {
    return std::nullopt;
  }
}

web::PageLeakFacts facts_of(const LoadedPage& page, const Document& document,
                            const FillClaim& claim) {
  web::PageLeakFacts facts;
  facts.addresses = page.addresses();
  facts.canonical = page.article.url;
  facts.published = page.article.published ? page.article.published : document.date;
  facts.title = page.article.title;
  facts.claim_reviews = page.article.claim_reviews;
  facts.claim = claim.text;
  return facts;
}

// The document with what the page says; what is known of how it was found stays.
Document filled_with(Document document, const LoadedPage& page) {
  const auto& article = page.article;
  document.text = article.text;
  if (!article.title.empty()) document.title = article.title;
  if (article.published) document.date = article.published;
  if (!article.publisher.empty()) document.publisher = article.publisher;
  if (!article.author.empty()) document.author = article.author;
  document.language = article.language;
  document.extractor = article.extractor;
  document.bytes.clear();
  document.filled = page.rendered ? "rendered" : "plain";
  return document;
}

// A page, or why there is none.
struct Loaded {
  std::shared_ptr<const LoadedPage> page;
  Filled failure;
};

}  // namespace

struct PageFiller::Shared : std::enable_shared_from_this<PageFiller::Shared> {
  Shared(std::shared_ptr<const WebMeans> with, FillOptions wanted)
      : means(std::move(with)), options(wanted) {}

  bool may_render(const web::SiteJudgement& site) const {
    return options.render_social && site.needs_browser;
  }
  web::LeakRules rules(const web::SiteJudgement& site, const FillClaim& claim) const;
  awaitable<Loaded> load(std::string url, web::SiteJudgement site);
  awaitable<LoadedPage> page_at(std::string url, web::SiteJudgement site);
  awaitable<Filled> failure_of(web::FetchFailure failure) const;

  const std::shared_ptr<const WebMeans> means;
  const FillOptions options;
  io::Once<Loaded> pages;  // those under way, and those that can't be had
};

web::LeakRules PageFiller::Shared::rules(const web::SiteJudgement& site,
                                         const FillClaim& claim) const {
  web::LeakSettings settings;
  settings.limit = claim.limit;
  settings.keep_forbidding = may_render(site);
  return {*means->sites, settings};
}

// Throws FetchFailure and web::Unreadable.
awaitable<LoadedPage> PageFiller::Shared::page_at(std::string url, web::SiteJudgement site) {
  bool rendering = site.forbids_programs;
  if (!rendering) {
    try {
      LoadedPage page = co_await load_page(*means, url);
      co_return page;
    } catch (const web::FetchFailure& failure) {
      rendering = failure.kind == Kind::robots && may_render(site);
      if (!rendering) throw;
    }
  }
  LoadedPage page = co_await render_page(*means, url);
  co_return page;
}

awaitable<Filled> PageFiller::Shared::failure_of(web::FetchFailure failure) const {
  if (failure.kind == Kind::robots) co_return noted(left("robots", failure.what()), "robots");
  if (failure.kind == Kind::not_cached) co_return left("not_cached", failure.what());
  if (failure.kind != Kind::no_browser) co_return noted(left("failed", failure.what()), "failed");
  // Where a browser runs, it is the page that it can't show.
  std::string why = "no page is rendered";
  if (means->renderer) why = co_await means->renderer->why_not();
  if (why.empty()) co_return noted(left("failed", failure.what()), "failed");
  co_return noted(left(needs_browser, failure.what()), needs_browser);
}

awaitable<Loaded> PageFiller::Shared::load(std::string url, web::SiteJudgement site) {
  Loaded loaded;
  std::optional<web::FetchFailure> failure;
  try {
    LoadedPage page = co_await page_at(url, site);
    loaded.page = std::make_shared<const LoadedPage>(std::move(page));
  } catch (const web::FetchFailure& error) {
    failure.emplace(error);
  } catch (const web::Unreadable& error) {
    loaded.failure = noted(left("unreadable", error.what()), "unreadable");
  }
  if (failure) loaded.failure = co_await failure_of(*failure);
  // Pages are large: who asks later finds it in the cache of pages.
  if (loaded.page) pages.forget(url);
  co_return loaded;
}

PageFiller::PageFiller(std::shared_ptr<const WebMeans> means, FillOptions options)
    : shared_(std::make_shared<Shared>(std::move(means), options)) {}
PageFiller::~PageFiller() = default;

std::optional<Filled> PageFiller::refused(const Document& document, const FillClaim& claim) const {
  const auto url = web::result_url(document.url);
  const auto site = judgement_of(*shared_->means, url);
  if (url.empty() || !site) return left("failed", "no http or https address");
  if (site->forbids_programs && !shared_->may_render(*site))
    return left("forbids_programs", site->exclusion_reason);
  if (site->must_follow) return std::nullopt;  // it is judged by where it leads
  web::PageLeakFacts known;
  known.addresses = {url};
  known.title = document.title;
  known.published = document.date;
  known.claim = claim.text;
  const auto leak = shared_->rules(*site, claim).find(known);
  return leak ? std::optional(left(*leak)) : std::nullopt;
}

bool PageFiller::is_settled(const std::string& note, const Document& document,
                            const FillClaim& claim) const {
  if (note.starts_with(too_late)) {
    const auto published = core::Date::parse(
        std::string_view(note).substr(std::min(too_late.size() + 1, note.size())));
    return published && claim.limit && *published >= *claim.limit;
  }
  if (note == needs_browser) return !has_browser(*shared_->means);
  if (note != "robots") return true;
  const auto site = judgement_of(*shared_->means, web::result_url(document.url));
  return !site || !shared_->may_render(*site);
}

awaitable<Filled> PageFiller::fill(Document document, FillClaim claim) const {
  const auto shared = shared_;
  if (auto refusal = refused(document, claim)) co_return std::move(*refusal);
  const auto url = web::result_url(document.url);
  const auto site = *judgement_of(*shared->means, url);
  io::Once<Loaded>::Work work = [shared, url, site] { return shared->load(url, site); };
  const Loaded loaded = co_await shared->pages.get(url, std::move(work));
  if (!loaded.page) co_return loaded.failure;
  const auto facts = facts_of(*loaded.page, document, claim);
  if (const auto leak = shared->rules(site, claim).find(facts)) {
    auto refusal = left(*shared->means, *leak, facts.addresses);
    refusal.note = refusal.kind;
    if (refusal.kind == too_late) refusal.note += " " + facts.published->to_string();
    co_return refusal;
  }
  const auto& text = loaded.page->article.text;
  const auto need = retrieval::need_of_text(text, shared->options.rules);
  // An article of few words is one: better than none, and than fewer.
  const bool better = need == FillNeed::too_short && text.size() > document.text.size();
  if (need != FillNeed::none && !better) {
    const std::string kind = need == FillNeed::missing ? "unreadable" : retrieval::to_string(need);
    co_return noted(left(kind, "the page still says nothing of use"), kind);
  }
  Filled filled;
  filled.document = filled_with(std::move(document), *loaded.page);
  co_return filled;
}

}  // namespace assay::tools
