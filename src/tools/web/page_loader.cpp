#include "tools/web/page_loader.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "io/http_text.h"
#include "web/browser/needs_browser.h"
#include "web/browser/rendered_cache.h"
#include "web/fetch/media_type.h"

namespace assay::tools {
namespace {

using boost::asio::awaitable;
using web::MediaType;

bool is_known_to_need_browser(const WebMeans& means, const std::string& url) {
  try {
    return means.sites->judge(url).needs_browser;
  } catch (const std::exception&) {
    return false;
  }
}

// What came of the plain fetch: the page, and why a browser should try, or why there is no page.
struct Plain {
  std::optional<LoadedPage> page;
  std::string why_browser;  // empty: it is good as it is
  std::string trouble;      // why there is no page, where no browser can help
};

constexpr const char* known_site = "the site is known to need a browser";

// The answer as a page, read where it can be.
Plain read_plain(const WebMeans& means, const web::Fetched& fetched) {
  const auto type = web::media_type_of(fetched);
  if (!type) throw web::Unreadable("neither HTML, text nor PDF");
  LoadedPage page;
  page.chain = fetched.chain;
  page.url = fetched.page().url;
  page.bytes = fetched.page().body;
  page.at = fetched.page().at;
  Plain plain;
  try {
    page.article = means.readers->read(*type, page.bytes, {page.url, fetched.charset});
  } catch (const web::Unreadable& error) {
    plain.trouble = std::string("can't be read: ") + error.what();
  }
  const bool readable = plain.trouble.empty();
  if (*type == MediaType::html) {
    plain.why_browser =
        web::why_browser({fetched.media_type, page.bytes, readable ? &page.article : nullptr});
    if (plain.why_browser.empty() && is_known_to_need_browser(means, page.url))
      plain.why_browser = known_site;
  }
  if (readable) plain.page = std::move(page);
  return plain;
}

// Throws FetchFailure, but not where a site that is known to need a browser answers a program with
// an error: a browser may be shown the page. Its robots.txt has been asked by then.
awaitable<Plain> load_plain(const WebMeans& means, const std::string& url) {
  Plain plain;
  web::Fetcher::Page fetched;
  try {
    fetched = co_await means.fetcher->fetch(url);
  } catch (const web::FetchFailure& failure) {
    const bool refused = failure.kind == web::FetchFailure::Kind::status && failure.status != 404 &&
                         failure.status != 410 && failure.status != 429;
    if (!refused || !is_known_to_need_browser(means, url)) throw;
    plain.why_browser = known_site;
    co_return plain;
  }
  plain = co_await means.pool->run([&] { return read_plain(means, *fetched); });
  co_return plain;
}

// A page that was rendered before counts like one that was fetched before.
std::optional<web::RenderedPage> kept_rendering(const WebMeans& means,
                                                const web::RenderedCache& cache,
                                                const std::string& url) {
  auto kept = cache.find(url);
  const auto& options = means.fetcher->options();
  if (!kept || options.offline) return kept;
  const bool usable = web::is_fresh(kept->at, options, *means.clock) &&
                      std::ranges::none_of(kept->chain, web::must_be_asked_again);
  return usable ? std::move(kept) : std::nullopt;
}

// Throws FetchFailure.
awaitable<web::Renderer::Page> rendering_of(const WebMeans& means, const std::string& url) {
  const web::RenderedCache cache(means.fetcher->options().cache);
  auto kept = co_await means.pool->run([&] { return kept_rendering(means, cache, url); });
  if (kept) co_return std::make_shared<const web::RenderedPage>(std::move(*kept));
  if (!means.renderer)
    throw web::FetchFailure(web::FetchFailure::Kind::no_browser, "there is no browser");
  web::Renderer::Page page = co_await means.renderer->render(url);
  co_await means.pool->run([&] {
    cache.store(url, *page);
    return true;
  });
  co_return page;
}

awaitable<LoadedPage> load_rendered(const WebMeans& means, const std::string& url) {
  const web::Renderer::Page rendered = co_await rendering_of(means, url);
  if (rendered->html.empty()) throw web::Unreadable("the browser shows no page of HTML");
  LoadedPage page;
  page.chain = rendered->chain;
  page.url = rendered->url;
  page.bytes = rendered->html;
  page.at = rendered->at;
  page.rendered = true;
  page.screenshot = rendered->screenshot;
  page.article = co_await means.pool->run(
      [&] { return means.readers->read(MediaType::html, page.bytes, {page.url, "utf-8"}); });
  co_return page;
}

}  // namespace

std::vector<std::string> LoadedPage::addresses() const {
  std::vector<std::string> all;
  for (const auto& exchange : chain) all.push_back(exchange.url);
  if (all.empty() || all.back() != url) all.push_back(url);
  return all;
}

awaitable<LoadedPage> load_page(const WebMeans& means, std::string url) {
  Plain plain = co_await load_plain(means, url);
  if (plain.why_browser.empty()) {
    if (!plain.page) throw web::Unreadable(plain.trouble);
    co_return std::move(*plain.page);
  }
  std::string reason;
  try {
    LoadedPage page = co_await load_rendered(means, url);
    co_return page;
  } catch (const web::FetchFailure& failure) {
    reason = failure.what();
  } catch (const web::Unreadable& failure) {
    reason = failure.what();
  }
  // What little there is counts, unless it is a wall or nothing.
  if (plain.page && plain.why_browser == known_site) co_return std::move(*plain.page);
  throw web::FetchFailure(
      web::FetchFailure::Kind::no_browser,
      io::shown_url(url) + ": needs a browser (" + plain.why_browser + "): " + reason);
}

awaitable<LoadedPage> render_page(const WebMeans& means, std::string url) {
  LoadedPage page = co_await load_rendered(means, url);
  co_return page;
}

void archive_page(const LoadedPage& page, web::WarcWriter& file, core::Source& source) {
  web::WarcPlace place;
  for (const auto& exchange : page.chain) place = file.add(exchange);
  if (page.rendered) {
    place = file.add_resource(page.url, page.at, "text/html; charset=utf-8", page.bytes);
    if (!page.screenshot.empty())
      file.add_resource(page.url, page.at, "image/jpeg", page.screenshot);
  }
  source.archive_record = place.record;
  source.archive_offset = place.offset;
}

}  // namespace assay::tools
