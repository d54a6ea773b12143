#include "web/fetch/fetcher.h"

#include <algorithm>
#include <array>
#include <boost/asio/awaitable.hpp>
#include <set>
#include <utility>

#include "io/http_client.h"
#include "io/http_redirect.h"
#include "io/http_text.h"
#include "io/once.h"
#include "web/fetch/content_type.h"
#include "web/fetch/page_cache.h"
#include "web/fetch/robots.h"
#include "web/url.h"

namespace assay::web {
namespace {

namespace asio = boost::asio;
using asio::awaitable;
using io::HttpFailure;
using Kind = FetchFailure::Kind;
using Page = Fetcher::Page;
using std::chrono::milliseconds;

constexpr std::size_t longest_robots = 512 << 10;
constexpr milliseconds robots_time{10'000};
constexpr std::size_t longest_headers = 256 << 10;
constexpr std::string_view accepted =
    "text/html,application/xhtml+xml,application/pdf,text/plain;q=0.9,image/*;q=0.8,*/*;q=0.5";

Kind kind_of(HttpFailure::Kind kind) {
  switch (kind) {
    case HttpFailure::Kind::unusable:
      return Kind::unusable;
    case HttpFailure::Kind::forbidden:
      return Kind::forbidden;
    case HttpFailure::Kind::timeout:
      return Kind::timeout;
    case HttpFailure::Kind::too_large:
      return Kind::too_large;
    case HttpFailure::Kind::redirects:
      return Kind::redirects;
    case HttpFailure::Kind::unresolved:
    case HttpFailure::Kind::refused:
    case HttpFailure::Kind::tls:
      return Kind::unreachable;
    case HttpFailure::Kind::cut_off:
    case HttpFailure::Kind::not_http:
    case HttpFailure::Kind::other:
      break;
  }
  return Kind::broken;
}

[[noreturn]] void fail(Kind kind, const std::string& url, const std::string& why) {
  throw FetchFailure(kind, io::shown_url(url) + ": " + why);
}

// The address without what is never sent: a fragment.
std::string without_fragment(std::string url) {
  url.resize(std::min(url.find('#'), url.size()));
  return url;
}

bool sends_on(const Exchange& exchange) {
  return io::is_redirect(exchange.status, exchange.headers);
}

std::string header_of(const Exchange& exchange, std::string_view name) {
  return std::string(io::header_in(exchange.headers, name).value_or(""));
}

// Asks again only whether it is still the same.
void add_conditions(const Exchange& kept, io::HttpRequest& request) {
  const auto add = [&](const char* condition, std::string value) {
    if (!value.empty()) request.headers.push_back({condition, std::move(value)});
  };
  add("If-None-Match", header_of(kept, "ETag"));
  add("If-Modified-Since", header_of(kept, "Last-Modified"));
}

io::HttpClientOptions client_options(const FetchOptions& options) {
  io::HttpClientOptions client;
  client.user_agent = options.user_agent;
  client.connections_kept = 100;
  client.certificates = options.certificates;
  client.public_only = !options.private_hosts;
  client.proxy = options.proxy;
  return client;
}

bool is_control(unsigned char c) { return c < 0x20 || c == 0x7F; }

bool is_sendable(const io::HttpHeader& header) {
  return std::ranges::none_of(header.value, is_control);
}

}  // namespace

std::vector<std::string> Fetched::addresses() const {
  std::vector<std::string> all;
  for (const auto& exchange : chain) all.push_back(exchange.url);
  return all;
}

bool is_fresh(core::Timestamp at, const FetchOptions& options, const io::Clock& clock) {
  const auto age = clock.now().milliseconds - at.milliseconds;
  return age >= 0 && age < milliseconds(options.fresh).count();
}

struct Fetcher::Shared : std::enable_shared_from_this<Fetcher::Shared> {
  Shared(asio::any_io_executor executor, const io::Clock& time, FetchOptions wanted)
      : options(std::move(wanted)),
        clock(time),
        client(std::move(executor), client_options(options)),
        cache(options.cache),
        gate(options.politeness),
        product(options.user_agent.substr(0, options.user_agent.find_first_of("/ "))) {}

  awaitable<Exchange> ask(std::string url, std::optional<Exchange> kept, io::HttpLimits limits,
                          milliseconds pause);
  awaitable<Exchange> get(std::string url, io::HttpLimits limits, milliseconds pause);
  awaitable<Robots> read_robots(std::string origin);
  awaitable<Page> load(std::string url, bool by_robots);
  awaitable<milliseconds> permit(const std::string& url);
  bool fresh(const Exchange& kept) const {
    return is_fresh(kept.at, options, clock) && !must_be_asked_again(kept);
  }

  const FetchOptions options;
  const io::Clock& clock;
  io::HttpClient client;
  PageCache cache;
  HostGate gate;
  const std::string product;
  io::Once<Robots> robots;
};

// One request of the net; of what is kept, only whether it is still the same.
awaitable<Exchange> Fetcher::Shared::ask(std::string url, std::optional<Exchange> kept,
                                         io::HttpLimits limits, milliseconds pause) {
  io::HttpRequest request;
  request.url = url;
  request.limits = limits;
  request.headers = {{"Accept", std::string(accepted)}, {"Accept-Language", "en,*;q=0.5"}};
  if (kept) add_conditions(*kept, request);
  std::erase_if(request.headers, [](const auto& header) { return !is_sendable(header); });
  Exchange exchange;
  exchange.request = request.headers;
  exchange.request.push_back({"User-Agent", options.user_agent});
  const HostGate::Pass pass = co_await gate.enter(std::string(origin_of(url)), pause);
  exchange.at = clock.now();
  exchange.url = std::move(url);
  io::HttpResponse response = co_await client.send(std::move(request));
  exchange.took = response.time;
  if (response.status == 304 && kept) {
    exchange.status = kept->status;
    exchange.headers = std::move(kept->headers);
    exchange.body = std::move(kept->body);
  } else {
    exchange.status = response.status;
    exchange.headers = std::move(response.headers);
    exchange.body = std::move(response.body);
  }
  if (exchange.status < 400) cache.store(exchange);
  co_return exchange;
}

// From the cache where that is fresh enough, else from the net.
awaitable<Exchange> Fetcher::Shared::get(std::string url, io::HttpLimits limits,
                                         milliseconds pause) {
  auto kept = cache.find(url);
  if (kept && (options.offline || fresh(*kept))) co_return std::move(*kept);
  if (options.offline) fail(Kind::not_cached, url, "not in the cache, and nothing is fetched now");
  std::optional<FetchFailure> failure;
  try {
    Exchange exchange = co_await ask(url, std::move(kept), limits, pause);
    co_return exchange;
  } catch (const HttpFailure& error) {
    failure.emplace(kind_of(error.kind), error.what());
  }
  throw *failure;
}

awaitable<Robots> Fetcher::Shared::read_robots(std::string origin) {
  io::HttpLimits limits;
  limits.body = longest_robots;
  limits.headers = longest_headers;
  limits.connect = options.connect;
  limits.total = robots_time;
  std::string url = origin + "/robots.txt";
  for (int followed = 0; followed <= 5; ++followed) {
    std::optional<Exchange> answer;
    Kind kind = Kind::broken;
    try {
      answer = co_await get(url, limits, milliseconds(0));
    } catch (const FetchFailure& failure) {
      kind = failure.kind;
    }
    // Where nobody may be asked or is there, the page itself says so. Who writes too many rules
    // means none of them for us. Offline nothing is asked.
    static constexpr std::array no_word{Kind::forbidden, Kind::unreachable, Kind::too_large,
                                        Kind::not_cached};
    if (std::ranges::find(no_word, kind) != no_word.end()) co_return Robots();
    if (!answer || answer->status >= 500) co_return Robots::closed();
    if (!sends_on(*answer))
      co_return answer->status == 200 ? Robots::parse(answer->body, product) : Robots();
    url = resolve_url(url, header_of(*answer, "Location"));
    if (url.empty()) break;
  }
  co_return Robots();
}

// How long to wait for the host's sake. Throws where its robots.txt does not allow the address.
awaitable<milliseconds> Fetcher::Shared::permit(const std::string& url) {
  const std::string origin(origin_of(url));
  io::Once<Robots>::Work work = [self = shared_from_this(), origin] {
    return self->read_robots(origin);
  };
  const Robots rules = co_await robots.get(origin, std::move(work));
  if (!rules.allows(target_of(url)))
    fail(Kind::robots, url, "the site's robots.txt does not let programs read it");
  co_return rules.delay().value_or(milliseconds(0));
}

awaitable<Page> Fetcher::Shared::load(std::string url, bool by_robots) {
  auto fetched = std::make_shared<Fetched>();
  io::HttpLimits limits;
  limits.body = options.bytes;
  limits.headers = longest_headers;
  limits.connect = options.connect;
  limits.total = options.time;  // waiting for the host's sake doesn't count
  std::set<std::string> seen;
  const auto first = url;
  try {
    for (;;) {
      if (!seen.insert(url).second) fail(Kind::redirects, first, "redirects in a circle");
      if (static_cast<int>(seen.size()) > options.redirects + 1)
        fail(Kind::redirects, first,
             "more than " + std::to_string(options.redirects) + " redirects");
      milliseconds pause{0};
      if (by_robots && options.robots) pause = co_await permit(url);
      Exchange exchange = co_await get(url, limits, pause);
      limits.total -= exchange.took;
      fetched->chain.push_back(std::move(exchange));
      if (limits.total <= milliseconds(0)) fail(Kind::timeout, first, "no page in time");
      const auto& last = fetched->page();
      if (!sends_on(last)) break;
      url = without_fragment(resolve_url(url, header_of(last, "Location")));
      if (url.empty()) fail(Kind::redirects, first, "redirected to what is no http or https page");
    }
    if (const int status = fetched->page().status; status >= 400 || status < 200) {
      FetchFailure failure(Kind::status,
                           io::shown_url(url) + ": the server answers " + std::to_string(status));
      failure.status = status;
      throw failure;
    }
  } catch (FetchFailure& failure) {
    failure.chain = std::move(fetched->chain);
    throw;
  }
  const auto type = content_type_of(header_of(fetched->page(), "Content-Type"));
  fetched->media_type = type.media_type;
  fetched->charset = type.charset;
  co_return fetched;
}

Fetcher::Fetcher(asio::any_io_executor executor, const io::Clock& clock, FetchOptions options)
    : shared_(std::make_shared<Shared>(std::move(executor), clock, std::move(options))) {}
Fetcher::~Fetcher() = default;
Fetcher::Fetcher(Fetcher&&) noexcept = default;

// By value: it may outlive the fetcher.
awaitable<Page> Fetcher::load(std::shared_ptr<Shared> shared, std::string given, bool by_robots) {
  auto url = without_fragment(resolve_url("", given));
  if (url.empty())
    throw FetchFailure(Kind::unusable,
                       "'" + io::one_line(given, 100) + "' is no http or https address");
  Page page = co_await shared->load(std::move(url), by_robots);
  co_return page;
}

awaitable<Page> Fetcher::fetch(std::string url) const {
  return load(shared_, std::move(url), true);
}

awaitable<Page> Fetcher::fetch_part(std::string url) const {
  return load(shared_, std::move(url), false);
}

const FetchOptions& Fetcher::options() const { return shared_->options; }

}  // namespace assay::web
