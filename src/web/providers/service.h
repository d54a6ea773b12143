#pragma once
#include <boost/asio/awaitable.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/core/json.h"
#include "io/clock.h"
#include "models/providers/http_service.h"
#include "web/search_failure.h"
#include "web/search_provider.h"

// What all services of the web share, whatever they are asked for.
namespace assay::web {

struct Service {
  models::HttpService http;     // its name is the service's in messages: `Serper`
  std::string id;               // `serper`
  std::string url;              // base address
  std::string key;              // may be empty
  std::optional<double> price;  // US dollars a request
  const io::Clock* clock = nullptr;
  // What an answer of that status means at this service, where that is another than usually.
  std::map<int, std::string> hints;
};
using ServicePtr = std::shared_ptr<const Service>;

struct ServiceAnswer {
  core::Json body;
  int requests = 1;  // that it took
};

// Asks, and tries again what failed for a passing reason. Throws SearchFailure where there is no
// answer that is JSON, and operation_aborted where the caller is cancelled. The key appears neither
// in the answer nor in a failure, even where the server repeats it.
boost::asio::awaitable<ServiceAnswer> ask(ServicePtr service, io::HttpRequest request);

using Parameters = std::vector<std::pair<std::string, std::string>>;

// A GET of base address, path and parameters; those that are empty are left out.
io::HttpRequest get_request(const std::string& base, const std::string& path,
                            const Parameters& parameters);
// A POST of JSON.
io::HttpRequest post_request(const std::string& base, const std::string& path,
                             const core::Json& body);
// Adds the key as a header that is shown nowhere.
void add_key(io::HttpRequest& request, const std::string& header, const std::string& key);

SearchFailure search_failure(const Service& service, SearchFailure::Kind kind,
                             const std::string& reason, int requests = 0);

// The words of a query: in one line, at most `longest` bytes, cut between words. Throws
// SearchFailure where nothing is left.
std::string query_words(const Service& service, const std::string& words, std::size_t longest);

// For a step's key: service and address, without what may be secret there.
std::string service_options(const Service& service);

// Adds what a request took: `units` of the price.
void count(const Service& service, int requests, double units, SearchEffort& effort);

}  // namespace assay::web
