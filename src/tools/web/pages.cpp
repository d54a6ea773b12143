#include "tools/web/pages.h"

#include <algorithm>
#include <set>
#include <utility>

#include "io/once.h"
#include "io/when_all.h"
#include "tools/web/page_links.h"
#include "tools/web/page_loader.h"
#include "vision/picture_type.h"
#include "web/sites/leak_rules.h"

namespace assay::tools {
namespace {

using boost::asio::awaitable;
using web::Article;

constexpr std::size_t pictures_at_once = 8;
constexpr int smallest_picture = 200;  // pixels a side: smaller ones are no pictures of an article
constexpr std::size_t longest_picture = 16 << 20;

}  // namespace

core::Source source_of(const PageWanted& page) {
  core::Source source;
  source.document = page.url;
  source.url = page.url;
  source.title = page.title;
  source.publisher = page.publisher;
  source.published = page.published;
  source.score = page.score;
  source.review = page.review;
  return source;
}

namespace {

// A page may have been read before for a search that knew less of it.
void tell_review(const PageWanted& page, core::Source& source) {
  if (!page.review) return;
  source.review = page.review;
  if (!source.reliability.empty() && source.reliability != "unsure") return;
  source.reliability = web::to_string(web::SiteClass::fact_check);
  source.reliability_reason = "a service that collects fact-checks lists the page";
}

}  // namespace

struct WebPages::Shared : std::enable_shared_from_this<WebPages::Shared> {
  Shared(WebMeans with, WebCheck of)
      : means(std::move(with)),
        check(std::move(of)),
        rules(*means.sites, {check.before, check.require_date}) {}

  void judge_site(const std::vector<std::string>& addresses, core::Source& source) const;
  std::optional<std::string> leak(const web::PageLeakFacts& facts) const;
  std::optional<std::string> undated(const std::optional<core::Date>& published) const;
  std::optional<std::string> own_page(std::vector<std::string> addresses,
                                      const std::string& canonical, std::string_view text) const {
    if (!check.own) return std::nullopt;
    addresses.push_back(canonical);
    return check.own->is_it(addresses, text);
  }
  awaitable<PageRead> read(PageWanted wanted);
  awaitable<std::vector<KeptPicture>> pictures_of(const Article& article);
  awaitable<std::optional<KeptPicture>> load_picture(std::string url, int smallest);

  const WebMeans means;
  const WebCheck check;
  const web::LeakRules rules;
  io::Once<PageRead> pages;
  io::Once<std::optional<KeptPicture>> pictures;
};

// Which site it is of: where its addresses end.
void WebPages::Shared::judge_site(const std::vector<std::string>& addresses,
                                  core::Source& source) const {
  try {
    const auto judgement = means.sites->judge(addresses);
    source.reliability = web::to_string(judgement.site_class);
    source.reliability_reason = judgement.class_reason;
    source.site = judgement.site;
  } catch (const std::exception&) {  // no address: nothing is known of it
  }
}

std::optional<std::string> WebPages::Shared::leak(const web::PageLeakFacts& facts) const {
  if (!check.no_leaks) return std::nullopt;
  const auto found = rules.find(facts);
  return found ? std::optional(found->reason) : std::nullopt;
}

// The date alone counts in every mode.
std::optional<std::string> WebPages::Shared::undated(
    const std::optional<core::Date>& published) const {
  if (!published)
    return check.require_date ? std::optional<std::string>("no date is known") : std::nullopt;
  if (check.before && *published >= *check.before)
    return "published on " + published->to_string() + ", and the limit is " +
           check.before->to_string();
  return std::nullopt;
}

awaitable<PageRead> WebPages::Shared::read(PageWanted wanted) {
  PageRead result;
  auto source = source_of(wanted);
  const auto leave_out = [&](std::string reason) {
    result.excluded = {source, std::move(reason)};
    return result;
  };
  LoadedPage page;
  try {
    page = co_await load_page(means, wanted.url);
  } catch (const web::FetchFailure& failure) {
    co_return leave_out(failure.what());
  } catch (const web::Unreadable& failure) {
    result.unread = true;
    co_return leave_out(failure.what());
  }
  auto& article = page.article;
  const auto addresses = page.addresses();
  result.author = article.author;
  result.addresses = addresses;
  result.canonical = article.url;
  if (article.published) source.published = article.published;
  if (!article.title.empty()) source.title = article.title;
  if (!article.publisher.empty()) source.publisher = article.publisher;
  source.url = addresses.back();
  source.document = source.url;
  source.language = article.language;
  source.extractor = article.extractor;
  source.retrieved = page.at;
  judge_site(addresses, source);
  source.links = outward_links(article, source.site);
  const web::PageLeakFacts facts{addresses,    article.url,           source.published,
                                 source.title, article.claim_reviews, check.claim};
  if (auto reason = leak(facts)) co_return leave_out(std::move(*reason));
  if (auto reason = undated(source.published)) co_return leave_out(std::move(*reason));
  if (auto reason = own_page(addresses, article.url, article.text))
    co_return leave_out(std::move(*reason));
  if (article.text.empty()) co_return leave_out("holds no text");
  if (check.archive) archive_page(page, check.archive(), source);
  Found found;
  found.pictures = co_await pictures_of(article);
  found.source = std::move(source);
  found.text = std::move(article.text);
  found.bytes = std::move(page.bytes);
  result.found = std::move(found);
  co_return result;
}

awaitable<std::vector<KeptPicture>> WebPages::Shared::pictures_of(const Article& article) {
  std::vector<awaitable<std::optional<KeptPicture>>> loading;
  std::vector<const web::ArticleImage*> shown;
  for (const auto& image : article.images) {
    if (shown.size() == check.images_per_page) break;
    if (!image.src.starts_with("http")) continue;
    shown.push_back(&image);
    io::Once<std::optional<KeptPicture>>::Work work = [self = shared_from_this(), url = image.src] {
      return self->load_picture(url, smallest_picture);
    };
    loading.push_back(pictures.get(image.src, std::move(work)));
  }
  auto loaded = co_await io::when_all(std::move(loading), pictures_at_once);
  std::vector<KeptPicture> kept;
  for (std::size_t i = 0; i < loaded.size(); ++i) {
    auto& picture = loaded[i].get();
    if (!picture) continue;
    picture->image.caption = shown[i]->caption;
    picture->image.alt = shown[i]->alt;
    picture->image.nearby = shown[i]->nearby;
    kept.push_back(std::move(*picture));
  }
  co_return kept;
}

awaitable<std::optional<KeptPicture>> WebPages::Shared::load_picture(std::string url,
                                                                     int smallest) {
  try {
    const auto page = co_await means.fetcher->fetch_part(url);
    const auto& body = page->page().body;
    if (body.size() > longest_picture || !vision::picture_type_of(body)) co_return std::nullopt;
    const auto decoded = co_await means.pool->run([&] { return means.pictures->read(body); });
    if (std::min(decoded.original_width, decoded.original_height) < smallest)
      co_return std::nullopt;
    if (check.archive)
      for (const auto& exchange : page->chain) check.archive().add(exchange);
    KeptPicture picture;
    picture.image.file = url;
    picture.image.media_type = vision::media_type(decoded.type);
    picture.image.width = decoded.original_width;
    picture.image.height = decoded.original_height;
    picture.image.taken = decoded.taken;
    picture.bytes = body;
    co_return picture;
  } catch (const web::FetchFailure&) {
  } catch (const vision::Undecodable&) {
  }
  co_return std::nullopt;
}

WebPages::WebPages(WebMeans means, WebCheck check)
    : shared_(std::make_shared<Shared>(std::move(means), std::move(check))) {}
WebPages::~WebPages() = default;

const WebMeans& WebPages::means() const { return shared_->means; }
const WebCheck& WebPages::check() const { return shared_->check; }

std::optional<std::string> WebPages::refused(const PageWanted& page) const {
  if (auto reason = shared_->own_page({page.url}, "", {})) return reason;
  if (shared_->check.before && page.published && *page.published >= *shared_->check.before)
    return shared_->undated(page.published);
  if (!shared_->check.no_leaks) return std::nullopt;
  try {
    // What has to be followed to be known is followed, and judged by where it ends.
    if (means().sites->judge(page.url).must_follow) return std::nullopt;
  } catch (const std::exception& error) {
    return error.what();
  }
  return shared_->leak({{page.url}, "", page.published, page.title, {}, shared_->check.claim});
}

awaitable<PageRead> WebPages::read(PageWanted page) const {
  io::Once<PageRead>::Work work = [shared = shared_, page] { return shared->read(page); };
  PageRead read = co_await shared_->pages.get(page.url, std::move(work));
  tell_review(page, read.found ? read.found->source : read.excluded.source);
  co_return read;
}

awaitable<Findings> WebPages::read_best(std::vector<PageWanted> pages, std::size_t most) const {
  Findings findings;
  std::size_t next = 0;
  std::set<std::string> seen;  // where they ended: two addresses may lead to one page
  while (findings.found.size() < most && next < pages.size()) {
    std::vector<awaitable<PageRead>> reading;
    while (next < pages.size() && findings.found.size() + reading.size() < most) {
      auto& page = pages[next++];
      if (auto reason = refused(page))
        findings.excluded.push_back({source_of(page), std::move(*reason)});
      else
        reading.push_back(read(std::move(page)));
    }
    const auto at_once = reading.size();
    auto outcomes = co_await io::when_all(std::move(reading), at_once);
    for (auto& outcome : outcomes) {
      auto& read = outcome.get();
      if (!read.found)
        findings.excluded.push_back(std::move(read.excluded));
      else if (seen.insert(read.found->source.url).second)
        findings.found.push_back(std::move(*read.found));
    }
  }
  co_return findings;
}

awaitable<std::optional<KeptPicture>> WebPages::picture(std::string url, int smallest) const {
  io::Once<std::optional<KeptPicture>>::Work work = [shared = shared_, url, smallest] {
    return shared->load_picture(url, smallest);
  };
  return shared_->pictures.get(url, std::move(work));
}

}  // namespace assay::tools
