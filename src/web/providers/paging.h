#pragma once
#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "assay/core/json.h"
#include "web/providers/collector.h"
#include "web/providers/service.h"
#include "web/search_provider.h"

namespace assay::web {

// One request's worth of results.
struct ResultPage {
  std::vector<RawResult> results;
  int requests = 1;
  double units = 1;        // of the price
  bool last = false;       // there are no more
  std::string incomplete;  // what is missing in it
};

// What makes a service a SearchProvider.
struct PagedSearch {
  std::vector<SearchKind> kinds;  // that it can search for
  std::size_t longest_words = 0;  // bytes of a query that it takes
  // The most pages that may be asked for: what is paid for is asked for as often as the results
  // need, what is free again where too much of it had to be left out.
  std::function<std::size_t(const SearchQuery& query)> most_pages;
  // Asks for page number 0, 1, … The query is in range.
  std::function<boost::asio::awaitable<ResultPage>(SearchQuery query, std::size_t page)> ask_page;
};

// A provider that asks page after page until there are enough results, a page is empty or the last,
// or the most were asked. A page that fails makes the search fail where it is the first; else it
// ends it and is told in the answer.
std::unique_ptr<SearchProvider> paged_provider(ServicePtr service, PagedSearch search);

// How many pages of that size hold as many results.
std::size_t pages_for(std::size_t results, std::size_t page_size);

// 1 to 100.
std::size_t bounded_results(std::size_t results);

// `en` of `en-US`; empty where it is no code of letters.
std::string bare_code(const std::string& code);

// The items of a list, the first 500; none where it is no list.
void each_item(const core::Json& list, const std::function<void(const core::Json& item)>& take);

}  // namespace assay::web
