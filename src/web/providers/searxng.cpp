#include <charconv>
#include <nlohmann/json.hpp>
#include <utility>

#include "io/http_text.h"
#include "models/providers/payload.h"
#include "web/providers/paging.h"
#include "web/providers/providers.h"

namespace assay::web {
namespace {

namespace asio = boost::asio;
using core::Json;
using models::member;
using models::text_of;

constexpr std::size_t longest_words = 2000;
// An instance gives some twenty a page, takes no number, and knows no end date, so that what is too
// late makes further pages necessary.
constexpr std::size_t most_pages = 5;

std::string category_of(SearchKind kind) {
  return kind == SearchKind::web ? "general" : to_string(kind);
}

Parameters parameters_of(const SearchQuery& query, std::size_t page) {
  return {{"q", query.words},
          {"format", "json"},
          {"categories", category_of(query.kind)},
          {"language", query.language},
          {"pageno", std::to_string(page + 1)}};
}

// `1920 x 1080`, `1920×1080`.
void read_resolution(const std::string& text, RawPicture& picture) {
  const auto* end = text.data() + text.size();
  const auto width = std::from_chars(text.data(), end, picture.width);
  if (width.ec != std::errc()) return;
  const auto* next = width.ptr;
  while (next != end && (*next < '0' || *next > '9')) ++next;
  std::from_chars(next, end, picture.height);
}

// Some engines give addresses without a scheme.
std::string with_scheme(std::string url) { return url.starts_with("//") ? "https:" + url : url; }

RawResult result_of(const Json& item) {
  RawResult raw;
  raw.url = text_of(member(item, "url"));
  raw.title = text_of(member(item, "title"));
  raw.snippet = text_of(member(item, "content"));
  raw.date = text_of(member(item, "publishedDate"));
  raw.image.url = with_scheme(text_of(member(item, "img_src")));
  read_resolution(text_of(member(item, "resolution")), raw.image);
  for (const char* key : {"thumbnail_src", "thumbnail"})
    if (raw.thumbnail.url.empty()) raw.thumbnail.url = with_scheme(text_of(member(item, key)));
  return raw;
}

RawResult result_of(const Json& item, SearchKind kind) {
  auto raw = result_of(item);
  if (kind != SearchKind::images) raw.image = {};
  return raw;
}

// [["google", "timeout"], …]
std::string silent_engines(const Json& body) {
  constexpr std::size_t longest = 300;
  const auto& engines = member(body, "unresponsive_engines");
  std::string names;
  if (!engines.is_array()) return names;
  for (const auto& engine : engines) {
    if (!engine.is_array() || engine.empty() || names.size() > longest) continue;
    if (const auto name = text_of(engine.front()); !name.empty())
      names += (names.empty() ? "" : ", ") + name;
  }
  return names.empty() ? names : "engines that did not answer: " + io::one_line(names, longest);
}

asio::awaitable<ResultPage> ask_page(ServicePtr service, SearchQuery query, std::size_t number) {
  auto request = get_request(service->url, "/search", parameters_of(query, number));
  ServiceAnswer answer = co_await ask(service, std::move(request));
  ResultPage page;
  page.requests = answer.requests;
  page.incomplete = silent_engines(answer.body);
  each_item(member(answer.body, "results"),
            [&](const Json& item) { page.results.push_back(result_of(item, query.kind)); });
  co_return page;
}

}  // namespace

std::unique_ptr<SearchProvider> searxng(ServicePtr service) {
  PagedSearch search;
  search.kinds = {SearchKind::web, SearchKind::news, SearchKind::images};
  search.longest_words = longest_words;
  search.most_pages = [](const SearchQuery&) { return most_pages; };
  search.ask_page = [service](SearchQuery query, std::size_t page) {
    return ask_page(service, std::move(query), page);
  };
  return paged_provider(std::move(service), std::move(search));
}

}  // namespace assay::web
