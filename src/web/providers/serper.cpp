#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "models/providers/payload.h"
#include "web/providers/days.h"
#include "web/providers/paging.h"
#include "web/providers/providers.h"
#include "web/providers/serper_request.h"

namespace assay::web {
namespace {

namespace asio = boost::asio;
using core::Json;
using models::count_of;
using models::member;
using models::text_of;

constexpr std::size_t longest_words = 2000;
// Google shows ten a page; more in one request costs more and is no longer sure to come.
constexpr std::size_t page_size = 10;
constexpr std::size_t image_page_size = 100;

struct Endpoint {
  const char* path;
  const char* list;  // member of the answer
};

Endpoint endpoint_of(SearchKind kind) {
  switch (kind) {
    case SearchKind::news:
      return {"/news", "news"};
    case SearchKind::images:
      return {"/images", "images"};
    case SearchKind::web:
      break;
  }
  return {"/search", "organic"};
}

std::size_t page_size_of(const SearchQuery& query) {
  if (query.kind != SearchKind::images) return page_size;
  return std::min(query.results, image_page_size);
}

// Google's `custom date range` with an end alone, which is inclusive.
std::string date_range(const core::Date& before) {
  const auto last = day_before(before);
  return "cdr:1,cd_max:" + two_digits(last.month()) + "/" + two_digits(last.day()) + "/" +
         std::to_string(last.year());
}

Json body_of(const SearchQuery& query, std::size_t page) {
  Json body{{"q", query.words}, {"num", page_size_of(query)}};
  if (page > 0) body["page"] = page + 1;
  if (!query.country.empty()) body["gl"] = query.country;
  if (!query.language.empty()) body["hl"] = query.language;
  if (query.before) body["tbs"] = date_range(*query.before);
  return body;
}

RawResult result_of(const Json& item) {
  RawResult raw;
  raw.url = text_of(member(item, "link"));
  raw.title = text_of(member(item, "title"));
  raw.snippet = text_of(member(item, "snippet"));
  raw.publisher = text_of(member(item, "source"));
  raw.date = text_of(member(item, "date"));
  raw.image = {text_of(member(item, "imageUrl")), count_of(member(item, "imageWidth")),
               count_of(member(item, "imageHeight"))};
  raw.thumbnail = {text_of(member(item, "thumbnailUrl")), count_of(member(item, "thumbnailWidth")),
                   count_of(member(item, "thumbnailHeight"))};
  return raw;
}

// Of news, `imageUrl` is the small picture beside the text.
RawResult news_of(const Json& item) {
  auto raw = result_of(item);
  if (raw.thumbnail.url.empty()) raw.thumbnail = std::move(raw.image);
  raw.image = {};
  return raw;
}

asio::awaitable<ResultPage> ask_page(ServicePtr service, SearchQuery query, std::size_t number) {
  const auto [path, list] = endpoint_of(query.kind);
  auto request = serper_request(*service, path, body_of(query, number));
  ServiceAnswer answer = co_await ask(service, std::move(request));
  ResultPage page;
  page.requests = answer.requests;
  page.units = serper_credits(answer.body, page_size_of(query) > 10 ? 2 : 1);
  each_item(member(answer.body, list), [&](const Json& item) {
    page.results.push_back(query.kind == SearchKind::images ? result_of(item) : news_of(item));
  });
  co_return page;
}

}  // namespace

std::unique_ptr<SearchProvider> serper(ServicePtr service) {
  PagedSearch search;
  search.kinds = {SearchKind::web, SearchKind::news, SearchKind::images};
  search.longest_words = longest_words;
  search.most_pages = [](const SearchQuery& query) {
    return pages_for(query.results, page_size_of(query));
  };
  search.ask_page = [service](SearchQuery query, std::size_t page) {
    return ask_page(service, std::move(query), page);
  };
  return paged_provider(std::move(service), std::move(search));
}

}  // namespace assay::web
