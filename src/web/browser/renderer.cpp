#include "web/browser/renderer.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "io/deadline.h"
#include "io/http_text.h"
#include "io/once.h"
#include "web/browser/chromium.h"
#include "web/browser/tab.h"
#include "web/fetch/host_gate.h"
#include "web/url.h"

namespace assay::web {
namespace {

namespace asio = boost::asio;
using asio::awaitable;
using core::Json;
using Kind = FetchFailure::Kind;
using Page = Renderer::Page;
using Steady = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto taking = 5s;    // for what is asked of a page that is ready
constexpr auto opening = 20s;  // for a tab
constexpr int most_starts = 20;
constexpr std::size_t largest_screenshot = 8 << 20;

Politeness tabs_of(const BrowserOptions& options) {
  Politeness tabs;
  tabs.at_once = std::max<std::size_t>(options.tabs, 1);
  tabs.pause = std::chrono::milliseconds(0);
  return tabs;
}

[[noreturn]] void fail(Kind kind, const std::string& url, const std::string& why) {
  throw FetchFailure(kind, io::shown_url(url) + ": " + why);
}

bool is_html(const std::string& media_type) {
  return media_type == "text/html" || media_type == "application/xhtml+xml";
}

// What the browser says of a page that did not come.
Kind kind_of(const std::string& error) {
  const auto has = [&](const char* part) { return error.find(part) != error.npos; };
  if (has("TOO_MANY_REDIRECTS")) return Kind::redirects;
  if (has("TIMED_OUT")) return Kind::timeout;
  if (has("NAME_NOT_RESOLVED") || has("CONNECTION") || has("CERT") || has("SSL") || has("TUNNEL") ||
      has("ADDRESS") || has("UNSAFE_PORT"))
    return Kind::unreachable;
  return Kind::broken;
}

}  // namespace

struct Renderer::Shared : std::enable_shared_from_this<Renderer::Shared> {
  Shared(asio::any_io_executor where, const io::Clock& time, BrowserOptions wanted)
      : options(std::move(wanted)),
        executor(std::move(where)),
        clock(time),
        gate(tabs_of(options)) {}

  awaitable<std::shared_ptr<Chromium>> browser();
  awaitable<std::shared_ptr<Chromium>> start();
  awaitable<Page> load(std::string url);
  awaitable<Page> render(Tab& tab, std::string url);
  awaitable<TakenPage> take(Tab& tab, const std::string& url);
  awaitable<bool> open(Tab& tab, const std::string& url);
  awaitable<std::string> screenshot(Tab& tab);
  awaitable<bool> complete(Tab& tab);
  void require_document(Tab& tab, const std::string& url, const std::string& error);
  void require_whole(Tab& tab, const std::string& url);
  void close_popups(const std::shared_ptr<Chromium>& browser);

  const BrowserOptions options;
  const asio::any_io_executor executor;
  const io::Clock& clock;
  HostGate gate;
  io::Once<std::shared_ptr<Chromium>> started;
  int starts = 0;
};

// A page may open no other: whatever it opens is ended at once.
void Renderer::Shared::close_popups(const std::shared_ptr<Chromium>& browser) {
  auto first = std::make_shared<std::map<std::string, std::string>>();  // the tab of each profile
  const std::weak_ptr<Chromium> held = browser;
  const auto hear = [first, held, where = executor](std::string_view method,
                                                    const Json& parameters) {
    if (method != "Target.targetCreated") return;
    const auto& target = object_of(parameters, "targetInfo");
    if (text_of(target, "type") != "page") return;
    const auto id = text_of(target, "targetId");
    const auto& own = first->try_emplace(text_of(target, "browserContextId"), id).first->second;
    const auto running = held.lock();
    if (own == id || !running) return;
    auto begun = running->devtools().call("Target.closeTarget", {{"targetId", id}});
    asio::co_spawn(where, std::move(begun), [](std::exception_ptr, const Json&) {});
  };
  browser->devtools().listen("", hear);
}

awaitable<std::shared_ptr<Chromium>> Renderer::Shared::start() {
  if (++starts > most_starts) throw BrowserUnavailable("the browser ends again and again");
  auto browser = co_await Chromium::start(executor, options);
  close_popups(browser);
  const Json discover{{"discover", true}};
  co_await browser->devtools().call("Target.setDiscoverTargets", discover);
  co_return browser;
}

awaitable<std::shared_ptr<Chromium>> Renderer::Shared::browser() {
  io::Once<std::shared_ptr<Chromium>>::Work work = [self = shared_from_this()] {
    return self->start();
  };
  auto found = co_await started.get("", work);
  if (!found->running()) {
    found->stop();
    started.forget("");
    found = co_await started.get("", work);
  }
  co_return found;
}

// Why there is no document, where there is none. A host that was refused says so itself.
void Renderer::Shared::require_document(Tab& tab, const std::string& url,
                                        const std::string& error) {
  auto& documents = tab.log().documents();
  const auto& last = documents.empty() ? url : documents.back().exchange.url;
  const auto host = last.substr(0, last.find_first_of("/?#", last.find("://") + 3));
  const auto name = host.substr(host.find("://") == host.npos ? 0 : host.find("://") + 3);
  const auto colon = name.ends_with(']') ? name.npos : name.rfind(':');
  if (const auto refusal = tab.proxy().refusal(name.substr(0, colon)))
    fail(refusal->kind == PageProxy::Refusal::Kind::forbidden ? Kind::forbidden : Kind::unreachable,
         url, refusal->why);
  if (!error.empty() && !tab.proxy().over_bytes())
    fail(kind_of(error), url,
         error == "net::ERR_ABORTED" ? "it is a file, and no page"
                                     : "the browser says " + io::one_line(error, 100));
}

void Renderer::Shared::require_whole(Tab& tab, const std::string& url) {
  auto& log = tab.log();
  if (!tab.browser().running() || log.crashed()) fail(Kind::broken, url, "the browser broke on it");
  if (log.documents().empty() || !log.documents().back().answered) {
    if (tab.proxy().over_bytes()) fail(Kind::too_large, url, "longer than it may be");
    fail(Kind::timeout, url, "no page in time");
  }
  const auto& last = log.documents().back();
  if (last.cut || (tab.proxy().over_bytes() && !last.finished))
    fail(Kind::too_large, url, "longer than it may be");
  if (log.restless()) fail(Kind::redirects, url, "it never comes to rest");
  if (!log.url().starts_with("http://") && !log.url().starts_with("https://"))
    fail(Kind::redirects, url, "redirected to what is no http or https page");
  if (const int status = last.exchange.status; status >= 400 || status < 200) {
    FetchFailure failure(Kind::status,
                         io::shown_url(url) + ": the server answers " + std::to_string(status));
    failure.status = status;
    throw failure;
  }
}

awaitable<bool> Renderer::Shared::open(Tab& tab, const std::string& url) {
  const auto opened = co_await io::before(Steady::now() + opening, tab.open());
  if (!opened) fail(Kind::timeout, url, "the browser opens no tab in time");
  co_return true;
}

awaitable<std::string> Renderer::Shared::screenshot(Tab& tab) {
  try {
    auto taken = co_await io::before(Steady::now() + taking, tab.screenshot());
    if (taken && taken->size() <= largest_screenshot) co_return std::move(*taken);
  } catch (const DevToolsFailure&) {  // the page is worth having without
  }
  co_return std::string();
}

awaitable<TakenPage> Renderer::Shared::take(Tab& tab, const std::string& url) {
  auto taken = co_await io::before(Steady::now() + taking, tab.take());
  if (!taken) {
    co_await io::before(Steady::now() + taking, tab.stop_scripts());
    taken = co_await io::before(Steady::now() + taking, tab.take());
  }
  if (!taken) fail(Kind::timeout, url, "its scripts never end");
  if (taken->html.empty() && taken->length > options.document)
    fail(Kind::too_large, url, "longer than it may be");
  co_return std::move(*taken);
}

// The body of the document, where it did not come as it was sent.
awaitable<bool> Renderer::Shared::complete(Tab& tab) {
  const auto& last = tab.log().documents().back();
  if (!last.exchange.body.empty() || last.cut || !last.finished) co_return true;
  const std::string id = last.id;
  try {
    auto body = co_await io::before(Steady::now() + taking, tab.body(id));
    if (body) tab.log().keep_body(id, std::move(*body));
  } catch (const DevToolsFailure&) {  // the browser has not kept it
  }
  co_return true;
}

awaitable<Page> Renderer::Shared::render(Tab& tab, std::string url) {
  co_await open(tab, url);
  const auto until = Steady::now() + options.time;
  const auto error = co_await io::before(until, tab.navigate(url));
  require_document(tab, url, error.value_or(""));
  auto page = std::make_shared<RenderedPage>();
  page->settled = error && co_await tab.settle(until);
  require_document(tab, url, "");
  require_whole(tab, url);
  if (page->settled)
    page->settled = co_await io::before(std::min(until, Steady::now() + taking), tab.scroll()) &&
                    co_await tab.settle(until);
  require_document(tab, url, "");
  require_whole(tab, url);
  // What hangs is stopped, so that what is there can be taken.
  if (!page->settled) co_await io::before(Steady::now() + taking, tab.stop_scripts());
  page->media_type = tab.log().documents().back().media_type;
  if (is_html(page->media_type)) {
    page->screenshot = co_await screenshot(tab);
    auto taken = co_await take(tab, url);
    page->at = clock.now();
    page->html = std::move(taken.html);
    page->url = std::move(taken.url);
    // The page may have gone on meanwhile.
    require_document(tab, url, "");
    require_whole(tab, url);
  }
  co_await complete(tab);
  if (page->url.empty()) page->url = tab.log().url();
  page->bytes = tab.proxy().bytes();
  for (auto& document : tab.log().documents()) page->chain.push_back(std::move(document.exchange));
  co_return page;
}

awaitable<Page> Renderer::Shared::load(std::string url) {
  const HostGate::Pass pass = co_await gate.enter("tab", std::chrono::milliseconds(0));
  std::shared_ptr<Chromium> running;
  std::string why;
  try {
    running = co_await browser();
  } catch (const BrowserUnavailable& error) {
    why = error.what();
  }
  if (!why.empty()) fail(Kind::no_browser, url, why);
  Tab tab(executor, running, options, clock);
  std::exception_ptr error;
  Page page;
  try {
    page = co_await render(tab, url);
  } catch (const FetchFailure&) {
    error = std::current_exception();
  } catch (const DevToolsFailure& failure) {
    error = std::make_exception_ptr(
        FetchFailure(Kind::broken, io::shown_url(url) + ": " + failure.what()));
  } catch (...) {
    error = std::current_exception();
  }
  // Also where the caller was cancelled.
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  if (!co_await tab.close()) running->stop();
  if (error) std::rethrow_exception(error);
  co_return page;
}

Renderer::Renderer(asio::any_io_executor executor, const io::Clock& clock, BrowserOptions options)
    : shared_(std::make_shared<Shared>(std::move(executor), clock, std::move(options))) {}

Renderer::~Renderer() = default;
Renderer::Renderer(Renderer&&) noexcept = default;

// By value: it may outlive the renderer.
awaitable<Page> Renderer::load(std::shared_ptr<Shared> shared, std::string given) {
  auto url = resolve_url("", given);
  if (url.empty())
    throw FetchFailure(Kind::unusable,
                       "'" + io::one_line(given, 100) + "' is no http or https address");
  Page page = co_await shared->load(std::move(url));
  co_return page;
}

awaitable<Page> Renderer::render(std::string url) const { return load(shared_, std::move(url)); }

awaitable<std::string> Renderer::try_browser(std::shared_ptr<Shared> shared) {
  try {
    co_await shared->browser();
  } catch (const BrowserUnavailable& error) {
    co_return error.what();
  }
  co_return std::string();
}

awaitable<std::string> Renderer::why_not() const { return try_browser(shared_); }

const BrowserOptions& Renderer::options() const { return shared_->options; }

}  // namespace assay::web
