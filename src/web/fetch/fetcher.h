#pragma once
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "io/clock.h"
#include "web/fetch/exchange.h"
#include "web/fetch/host_gate.h"

namespace assay::web {

struct FetchOptions {
  // Sent with every request; its first word up to a slash is the name that robots.txt is asked for.
  std::string user_agent = "Assay/1 (a program that checks claims; it reads few pages)";
  std::size_t bytes = 32 << 20;  // of one answer, after decompression
  std::chrono::milliseconds connect{10'000};
  std::chrono::milliseconds time{30'000};  // of a page, redirects included, without waiting
  int redirects = 10;
  Politeness politeness;
  bool robots = true;           // keep to robots.txt
  bool private_hosts = false;   // also addresses that are none of the public internet
  std::string proxy;            // as HttpClientOptions has it
  std::string certificates;     // as HttpClientOptions has it
  std::filesystem::path cache;  // a folder (page_cache.h); empty: none
  std::chrono::seconds fresh{24 * 60 *
                             60};  // so long an answer of the cache is not asked for again
  bool offline = false;            // from the cache alone, however old
};

// Was it kept so lately that it is used again without asking?
bool is_fresh(core::Timestamp at, const FetchOptions& options, const io::Clock& clock);

// Why a page was not had. what() is one line, which names it by its address without the query.
struct FetchFailure : std::runtime_error {
  enum class Kind {
    unusable,     // no http or https address
    forbidden,    // an address inside: none of the public internet
    robots,       // the site's robots.txt does not allow it
    status,       // an answer that is an error (404, 500, …)
    unreachable,  // no such host, nobody listens, no secure connection
    timeout,
    too_large,
    redirects,   // too many, in a circle, or to no page
    not_cached,  // offline, and never fetched before
    broken,      // what came is no answer
    no_browser,  // it is to be rendered, and no browser runs here (browser/renderer.h)
  };
  FetchFailure(Kind kind_of, const std::string& message)
      : std::runtime_error(message), kind(kind_of) {}
  Kind kind;
  int status = 0;               // where there was an answer
  std::vector<Exchange> chain;  // what was asked until then
};

// A page as it came.
struct Fetched {
  // Redirects first, in their order; the last is the page. Never empty.
  std::vector<Exchange> chain;
  std::string media_type;  // of the page, in lower case; empty where the server names none
  std::string charset;     // that the server names; empty where it names none

  const Exchange& page() const { return chain.back(); }
  // The addresses that led here, the page's own last.
  std::vector<std::string> addresses() const;
};

// Fetches pages politely and safely: few requests to one host at a time, by its robots.txt, bounded
// in bytes, time and redirects, only from the public internet. For one event loop.
class Fetcher {
 public:
  // `clock` outlives it.
  Fetcher(boost::asio::any_io_executor executor, const io::Clock& clock, FetchOptions options = {});
  ~Fetcher();
  Fetcher(Fetcher&&) noexcept;

  using Page = std::shared_ptr<const Fetched>;

  // Throws FetchFailure, and operation_aborted where the caller is cancelled. May go on when the
  // fetcher is gone.
  boost::asio::awaitable<Page> fetch(std::string url) const;

  // The same without robots.txt: for a picture that stands in a page which may be read.
  boost::asio::awaitable<Page> fetch_part(std::string url) const;

  const FetchOptions& options() const;

 private:
  struct Shared;
  static boost::asio::awaitable<Page> load(std::shared_ptr<Shared> shared, std::string given,
                                           bool by_robots);
  std::shared_ptr<Shared> shared_;
};

}  // namespace assay::web
