#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "io/when_all.h"
#include "models/providers/payload.h"
#include "web/providers/days.h"
#include "web/providers/paging.h"
#include "web/providers/providers.h"
#include "web/result_text.h"

namespace assay::web {
namespace {

namespace asio = boost::asio;
using core::Json;
using models::count_of;
using models::member;
using models::text_of;

constexpr std::size_t longest_words = 300;  // bytes; more is refused there
constexpr std::size_t page_size = 50;
constexpr std::size_t most_at_once = 4;  // questions about versions; Wikipedia asks for restraint

// Where an edition is.
std::string edition(const Service& service, const std::string& language) {
  if (!service.url.empty()) return service.url;
  return "https://" + (language.empty() ? std::string("en") : language) + ".wikipedia.org";
}

std::string page_address(const std::string& base, std::string title) {
  std::ranges::replace(title, ' ', '_');
  return models::endpoint(base, "/wiki/" + url_escaped(title));
}

std::string version_address(const std::string& base, std::string title, std::int64_t version) {
  std::ranges::replace(title, ' ', '_');
  return get_request(base, "/w/index.php", {{"title", title}, {"oldid", std::to_string(version)}})
      .url;
}

struct Hit {
  std::string title;
  std::string snippet;
  std::string changed;  // when its newest version is from
};

struct Hits {
  std::vector<Hit> hits;
  int requests = 0;
  bool last = false;
};

asio::awaitable<Hits> find(ServicePtr service, SearchQuery query, std::string base,
                           std::size_t page) {
  const auto size = std::min(page_size, query.results);
  auto request = get_request(base, "/w/api.php",
                             {{"action", "query"},
                              {"format", "json"},
                              {"formatversion", "2"},
                              {"list", "search"},
                              {"srsearch", query.words},
                              {"srlimit", std::to_string(size)},
                              {"sroffset", std::to_string(page * size)},
                              {"srprop", "snippet|timestamp"}});
  ServiceAnswer answer = co_await ask(service, std::move(request));
  Hits found;
  found.requests = answer.requests;
  found.last = !answer.body.contains("continue");
  each_item(member(member(answer.body, "query"), "search"), [&](const Json& item) {
    if (auto title = text_of(member(item, "title")); !title.empty() && found.hits.size() < size)
      found.hits.push_back(
          {std::move(title), text_of(member(item, "snippet")), text_of(member(item, "timestamp"))});
  });
  co_return found;
}

RawResult newest(const std::string& base, const Hit& hit) {
  RawResult raw;
  raw.url = page_address(base, hit.title);
  raw.title = hit.title;
  raw.snippet = hit.snippet;
  raw.publisher = "Wikipedia";
  raw.date = hit.changed;
  return raw;
}

struct Version {
  std::int64_t id = 0;  // 0: there was no page then
  std::string from;
  int requests = 0;
};

Version version_in(const Json& body) {
  const auto& pages = member(member(body, "query"), "pages");
  if (!pages.is_array() || pages.empty()) return {};
  const auto& versions = member(pages.front(), "revisions");
  if (!versions.is_array() || versions.empty()) return {};
  return {count_of(member(versions.front(), "revid")),
          text_of(member(versions.front(), "timestamp"))};
}

// The newest version of the page that is from before that day.
asio::awaitable<Version> find_version(ServicePtr service, std::string base, std::string title,
                                      core::Date before) {
  auto request = get_request(base, "/w/api.php",
                             {{"action", "query"},
                              {"format", "json"},
                              {"formatversion", "2"},
                              {"prop", "revisions"},
                              {"titles", title},
                              {"rvprop", "ids|timestamp"},
                              {"rvlimit", "1"},
                              {"rvdir", "older"},
                              {"rvstart", day_before(before).to_string() + "T23:59:59Z"}});
  ServiceAnswer answer = co_await ask(service, std::move(request));
  auto version = version_in(answer.body);
  version.requests = answer.requests;
  co_return version;
}

// As the page was then. The snippet is of today's page and may tell what nobody knew then, so it is
// left out.
RawResult as_of(const std::string& base, const Hit& hit, const Version& version) {
  RawResult raw = newest(base, hit);
  raw.snippet.clear();
  if (version.id == 0) {
    raw.excluded = "there was no such page then";
    return raw;
  }
  raw.url = version_address(base, hit.title, version.id);
  raw.date = version.from;
  return raw;
}

asio::awaitable<std::vector<Version>> versions_of(ServicePtr service, std::string base,
                                                  std::vector<Hit> hits, core::Date before) {
  std::vector<asio::awaitable<Version>> questions;
  for (const auto& hit : hits) questions.push_back(find_version(service, base, hit.title, before));
  std::vector<Version> versions;
  if (questions.empty()) co_return versions;
  auto outcomes = co_await io::when_all(std::move(questions), most_at_once);
  for (auto& outcome : outcomes) versions.push_back(std::move(outcome.get()));
  co_return versions;
}

asio::awaitable<ResultPage> ask_page(ServicePtr service, SearchQuery query, std::size_t number) {
  const auto base = edition(*service, query.language);
  Hits found = co_await find(service, query, base, number);
  ResultPage page;
  page.requests = found.requests;
  page.last = found.last;
  std::vector<Version> versions;
  if (query.before) {
    versions = co_await versions_of(service, base, found.hits, *query.before);
    for (const auto& version : versions) page.requests += version.requests;
  }
  for (std::size_t i = 0; i < found.hits.size(); ++i)
    page.results.push_back(query.before ? as_of(base, found.hits[i], versions[i])
                                        : newest(base, found.hits[i]));
  page.units = page.requests;
  co_return page;
}

}  // namespace

std::unique_ptr<SearchProvider> wikipedia(ServicePtr service) {
  PagedSearch search;
  search.kinds = {SearchKind::web};
  search.longest_words = longest_words;
  search.most_pages = [](const SearchQuery& query) { return pages_for(query.results, page_size); };
  search.ask_page = [service](SearchQuery query, std::size_t page) {
    return ask_page(service, std::move(query), page);
  };
  return paged_provider(std::move(service), std::move(search));
}

}  // namespace assay::web
