#include "web/providers/paging.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace assay::web {
namespace {

namespace asio = boost::asio;

constexpr std::size_t most_results = 100;
constexpr std::size_t most_items = 500;

// A later page's failure takes nothing away from what the earlier ones brought.
struct PageOutcome {
  ResultPage page;
  std::optional<SearchFailure> failed;
};

asio::awaitable<PageOutcome> ask_for(std::shared_ptr<const PagedSearch> search, SearchQuery query,
                                     std::size_t number) {
  PageOutcome outcome;
  try {
    outcome.page = co_await search->ask_page(std::move(query), number);
  } catch (const SearchFailure& e) {
    outcome.failed.emplace(e);
  }
  co_return outcome;
}

SearchQuery in_range(const Service& service, const PagedSearch& search, SearchQuery query) {
  if (std::ranges::find(search.kinds, query.kind) == search.kinds.end())
    throw search_failure(service, SearchFailure::Kind::unsupported,
                         "it has no search for " + to_string(query.kind));
  query.results = bounded_results(query.results);
  query.words = query_words(service, query.words, search.longest_words);
  query.language = bare_code(query.language);
  query.country = bare_code(query.country);
  return query;
}

asio::awaitable<SearchAnswer> search_pages(ServicePtr service,
                                           std::shared_ptr<const PagedSearch> search,
                                           SearchQuery query) {
  query = in_range(*service, *search, std::move(query));
  const auto most = search->most_pages(query);
  Collector collector(query, service->clock->now());
  auto& effort = collector.effort();
  for (std::size_t number = 0; number < most && !collector.full(); ++number) {
    PageOutcome outcome = co_await ask_for(search, query, number);
    if (outcome.failed) {
      if (number == 0) throw SearchFailure(*outcome.failed);
      effort.requests += outcome.failed->requests;
      effort.incomplete = "page " + std::to_string(number + 1) + ": " + outcome.failed->what();
      break;
    }
    const auto& page = outcome.page;
    count(*service, page.requests, page.units, effort);
    if (effort.incomplete.empty()) effort.incomplete = page.incomplete;
    for (const auto& result : page.results) collector.add(result);
    if (page.last || page.results.empty()) break;
  }
  co_return collector.take();
}

class PagedProvider : public SearchProvider {
 public:
  PagedProvider(ServicePtr service, PagedSearch search)
      : service_(std::move(service)),
        search_(std::make_shared<const PagedSearch>(std::move(search))) {}
  const std::string& name() const override { return service_->id; }
  bool can(SearchKind kind) const override {
    return std::ranges::find(search_->kinds, kind) != search_->kinds.end();
  }
  std::string options() const override { return service_options(*service_); }
  asio::awaitable<SearchAnswer> search(SearchQuery query) const override {
    return search_pages(service_, search_, std::move(query));
  }

 private:
  ServicePtr service_;
  std::shared_ptr<const PagedSearch> search_;
};

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::unique_ptr<SearchProvider> paged_provider(ServicePtr service, PagedSearch search) {
  return std::make_unique<PagedProvider>(std::move(service), std::move(search));
}

std::size_t pages_for(std::size_t results, std::size_t page_size) {
  return (results + page_size - 1) / page_size;
}

std::size_t bounded_results(std::size_t results) {
  return std::clamp<std::size_t>(results, 1, most_results);
}

std::string bare_code(const std::string& code) {
  std::string bare;
  for (const char c : code.substr(0, code.find_first_of("-_"))) bare += lower(c);
  const bool letters = std::ranges::all_of(bare, [](char c) { return c >= 'a' && c <= 'z'; });
  return letters && (bare.size() == 2 || bare.size() == 3) ? bare : std::string();
}

void each_item(const core::Json& list, const std::function<void(const core::Json& item)>& take) {
  if (!list.is_array()) return;
  for (std::size_t i = 0; i < std::min(list.size(), most_items); ++i) take(list[i]);
}

}  // namespace assay::web
