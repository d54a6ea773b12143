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

constexpr std::size_t longest_words = 400;
constexpr std::size_t most_pages = 10;  // offset 0 to 9

struct Endpoint {
  const char* path;
  std::size_t page_size;
  bool pages;  // are there later ones?
};

Endpoint endpoint_of(SearchKind kind) {
  switch (kind) {
    case SearchKind::news:
      return {"/res/v1/news/search", 50, true};
    case SearchKind::images:
      return {"/res/v1/images/search", 100, false};
    case SearchKind::web:
      break;
  }
  return {"/res/v1/web/search", 20, true};
}

// Brave's own codes, where they are others than ISO's.
std::string search_language(const std::string& language) {
  if (language == "ja") return "jp";
  if (language == "zh") return "zh-hans";
  if (language == "pt") return "pt-pt";
  return language;
}

std::string upper(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

Parameters parameters_of(const SearchQuery& query, std::size_t page) {
  const auto size = std::min(query.results, endpoint_of(query.kind).page_size);
  Parameters parameters{{"q", query.words},
                        {"count", std::to_string(size)},
                        {"country", upper(query.country)},
                        {"search_lang", search_language(query.language)}};
  if (query.kind == SearchKind::images) return parameters;
  if (page > 0) parameters.emplace_back("offset", std::to_string(page));
  if (query.before)
    parameters.emplace_back("freshness",
                            std::string(first_day) + "to" + day_before(*query.before).to_string());
  if (query.kind == SearchKind::web) {
    parameters.emplace_back("result_filter", "web");
    parameters.emplace_back("text_decorations", "false");
  }
  return parameters;
}

RawResult result_of(const Json& item) {
  RawResult raw;
  raw.url = text_of(member(item, "url"));
  raw.title = text_of(member(item, "title"));
  raw.snippet = text_of(member(item, "description"));
  raw.publisher = text_of(member(member(item, "profile"), "name"));
  if (raw.publisher.empty()) raw.publisher = text_of(member(member(item, "meta_url"), "hostname"));
  raw.date = text_of(member(item, "page_age"));
  if (raw.date.empty()) raw.date = text_of(member(item, "age"));
  const auto& thumbnail = member(item, "thumbnail");
  raw.thumbnail = {text_of(member(thumbnail, "src")), count_of(member(thumbnail, "width")),
                   count_of(member(thumbnail, "height"))};
  return raw;
}

RawResult image_of(const Json& item) {
  auto raw = result_of(item);
  const auto& properties = member(item, "properties");
  raw.image = {text_of(member(properties, "url")), count_of(member(properties, "width")),
               count_of(member(properties, "height"))};
  if (const auto source = text_of(member(item, "source")); !source.empty()) raw.publisher = source;
  return raw;
}

const Json& list_of(const Json& body, SearchKind kind) {
  return member(kind == SearchKind::web ? member(body, "web") : body, "results");
}

asio::awaitable<ResultPage> ask_page(ServicePtr service, SearchQuery query, std::size_t number) {
  const auto endpoint = endpoint_of(query.kind);
  auto request = get_request(service->url, endpoint.path, parameters_of(query, number));
  add_key(request, "X-Subscription-Token", service->key);
  ServiceAnswer answer = co_await ask(service, std::move(request));
  ResultPage page;
  page.requests = answer.requests;
  each_item(list_of(answer.body, query.kind), [&](const Json& item) {
    page.results.push_back(query.kind == SearchKind::images ? image_of(item) : result_of(item));
  });
  const auto& more = member(member(answer.body, "query"), "more_results_available");
  page.last = !endpoint.pages || (more.is_boolean() && !more.get<bool>());
  co_return page;
}

}  // namespace

std::unique_ptr<SearchProvider> brave(ServicePtr service) {
  PagedSearch search;
  search.kinds = {SearchKind::web, SearchKind::news, SearchKind::images};
  search.longest_words = longest_words;
  search.most_pages = [](const SearchQuery& query) {
    return std::min(most_pages, pages_for(query.results, endpoint_of(query.kind).page_size));
  };
  search.ask_page = [service](SearchQuery query, std::size_t page) {
    return ask_page(service, std::move(query), page);
  };
  return paged_provider(std::move(service), std::move(search));
}

}  // namespace assay::web
