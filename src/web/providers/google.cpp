#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "models/providers/payload.h"
#include "web/providers/days.h"
#include "web/providers/paging.h"
#include "web/providers/providers.h"

namespace assay::web {
namespace {

namespace asio = boost::asio;
using core::Json;
using models::count_of;
using models::member;
using models::text_of;

constexpr std::size_t longest_words = 1000;
constexpr std::size_t page_size = 10;  // the service's most, and 100 in all

Parameters parameters_of(const SearchQuery& query, const std::string& engine, std::size_t page) {
  const auto start = page * page_size;
  Parameters parameters{{"cx", engine},
                        {"q", query.words},
                        {"num", std::to_string(std::min(page_size, query.results - start))},
                        {"gl", query.country},
                        {"hl", query.language}};
  if (page > 0) parameters.emplace_back("start", std::to_string(start + 1));
  if (!query.language.empty()) parameters.emplace_back("lr", "lang_" + query.language);
  if (query.kind == SearchKind::images) parameters.emplace_back("searchType", "image");
  if (query.before)
    parameters.emplace_back("sort", "date:r:19900101:" + compact(day_before(*query.before)));
  return parameters;
}

// What the page says of itself in its meta elements.
std::string meta_date(const Json& item) {
  const auto& metas = member(member(item, "pagemap"), "metatags");
  if (!metas.is_array() || metas.empty()) return {};
  for (const char* name :
       {"article:published_time", "datepublished", "date", "pubdate", "dc.date", "dcterms.date"})
    if (auto date = text_of(member(metas.front(), name)); !date.empty()) return date;
  return {};
}

// Google begins the snippet of what it knows the date of with it: `Mar 3, 2021 ... The minister`.
std::string snippet_date(const std::string& snippet) {
  constexpr std::size_t longest = 24;
  const auto end = snippet.find(" ... ");
  return end == std::string::npos || end > longest ? std::string() : snippet.substr(0, end);
}

RawResult result_of(const Json& item) {
  RawResult raw;
  raw.url = text_of(member(item, "link"));
  raw.title = text_of(member(item, "title"));
  raw.snippet = text_of(member(item, "snippet"));
  raw.publisher = text_of(member(item, "displayLink"));
  raw.date = meta_date(item);
  if (raw.date.empty()) raw.date = snippet_date(raw.snippet);
  return raw;
}

RawResult image_of(const Json& item) {
  auto raw = result_of(item);
  const auto& image = member(item, "image");
  raw.image = {std::exchange(raw.url, text_of(member(image, "contextLink"))),
               count_of(member(image, "width")), count_of(member(image, "height"))};
  raw.thumbnail = {text_of(member(image, "thumbnailLink")),
                   count_of(member(image, "thumbnailWidth")),
                   count_of(member(image, "thumbnailHeight"))};
  return raw;
}

asio::awaitable<ResultPage> ask_page(ServicePtr service, SearchQuery query, std::string engine,
                                     std::size_t number) {
  auto request =
      get_request(service->url, "/customsearch/v1", parameters_of(query, engine, number));
  add_key(request, "x-goog-api-key", service->key);
  ServiceAnswer answer = co_await ask(service, std::move(request));
  ResultPage page;
  page.requests = answer.requests;
  each_item(member(answer.body, "items"), [&](const Json& item) {
    page.results.push_back(query.kind == SearchKind::images ? image_of(item) : result_of(item));
  });
  const auto& queries = member(answer.body, "queries");
  page.last = queries.is_object() && !queries.contains("nextPage");
  co_return page;
}

}  // namespace

std::unique_ptr<SearchProvider> google(ServicePtr service, std::string engine) {
  PagedSearch search;
  search.kinds = {SearchKind::web, SearchKind::images};
  search.longest_words = longest_words;
  search.most_pages = [](const SearchQuery& query) { return pages_for(query.results, page_size); };
  search.ask_page = [service, engine = std::move(engine)](SearchQuery query, std::size_t page) {
    return ask_page(service, std::move(query), engine, page);
  };
  return paged_provider(std::move(service), std::move(search));
}

}  // namespace assay::web
