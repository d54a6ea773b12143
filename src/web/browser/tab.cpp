#include "web/browser/tab.h"

#include <algorithm>
#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "io/deadline.h"
#include "web/browser/base64.h"
#include "web/browser/page_scripts.h"

namespace assay::web {
namespace {

namespace asio = boost::asio;
using asio::awaitable;
using asio::use_awaitable;
using core::Json;
using namespace std::chrono_literals;

constexpr int width = 1280;
constexpr int tallest = 5000;
constexpr auto look = 50ms;  // how often a page is looked at
constexpr auto closing = 5s;

// Ways to the net that are none of a page's business.
constexpr const char* before_all = R"js(
for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport'])
  delete globalThis[name];
)js";

// Of Network.getResponseBody and Fetch.getResponseBody.
std::string body_of(const Json& result) {
  const auto text = text_of(result, "body");
  const auto encoded = result.find("base64Encoded");
  return encoded != result.end() && *encoded == true ? from_base64(text) : text;
}

ProxyOptions proxy_options(const BrowserOptions& options, uid_t user) {
  ProxyOptions proxy;
  proxy.user = user;
  proxy.private_hosts = options.private_hosts;
  proxy.upstream = options.proxy;
  proxy.connections = options.connections;
  proxy.bytes = options.bytes;
  return proxy;
}

// A document that the browser holds back until it is told to go on.
struct Paused {
  std::string name;     // of the pause
  std::string request;  // as the log has it; empty where its body is not wanted
};

// Takes the body, byte by byte as it came (later the browser has only its text), and lets it go on.
awaitable<void> pass_on(std::shared_ptr<Chromium> browser, std::string session,
                        std::shared_ptr<PageLog> log, Paused paused) {
  const Json which{{"requestId", paused.name}};
  try {
    if (!paused.request.empty()) {
      const Json result =
          co_await browser->devtools().call("Fetch.getResponseBody", which, session);
      log->keep_body(paused.request, body_of(result));
    }
  } catch (const DevToolsFailure&) {  // a redirect has none; the bounds may have ended it
  }
  try {
    co_await browser->devtools().call("Fetch.continueRequest", which, session);
  } catch (const DevToolsFailure&) {  // it is gone
  }
}

awaitable<void> forget_result(awaitable<Json> begun) {
  try {
    co_await std::move(begun);
  } catch (const DevToolsFailure&) {  // nobody waits for it
  }
}

}  // namespace

Tab::Tab(asio::any_io_executor executor, std::shared_ptr<Chromium> browser,
         const BrowserOptions& options, const io::Clock& clock)
    : executor_(executor),
      browser_(std::move(browser)),
      options_(options),
      clock_(clock),
      proxy_(std::move(executor), proxy_options(options, browser_->user())) {}

Tab::~Tab() {
  if (!session_.empty()) browser_->devtools().forget(session_);
}

awaitable<Json> Tab::call(std::string method, Json parameters) {
  return browser_->devtools().call(std::move(method), std::move(parameters), session_);
}

void Tab::tell(const std::string& method, Json parameters) {
  asio::co_spawn(executor_, forget_result(call(method, std::move(parameters))), asio::detached);
}

void Tab::hear(std::string_view method, const Json& parameters) {
  log_->take(method, parameters);
  if (method == "Page.javascriptDialogOpening")
    tell("Page.handleJavaScriptDialog", {{"accept", false}});
  if (method != "Fetch.requestPaused") return;
  Paused paused{text_of(parameters, "requestId"), text_of(parameters, "networkId")};
  if (text_of(parameters, "frameId") != log_->frame()) paused.request.clear();
  asio::co_spawn(executor_, pass_on(browser_, session_, log_, std::move(paused)), asio::detached);
}

void Tab::listen() {
  browser_->devtools().listen(session_, [this](std::string_view method, const Json& parameters) {
    hear(method, parameters);
  });
}

awaitable<bool> Tab::open() {
  auto& devtools = browser_->devtools();
  const Json profile{
      {"disposeOnDetach", true}, {"proxyServer", proxy_.url()}, {"proxyBypassList", "<-loopback>"}};
  context_ =
      text_of(co_await devtools.call("Target.createBrowserContext", profile), "browserContextId");
  const Json downloads{{"behavior", "deny"}, {"browserContextId", context_}};
  co_await devtools.call("Browser.setDownloadBehavior", downloads);
  const Json no_permissions{{"permissions", Json::array()}, {"browserContextId", context_}};
  co_await devtools.call("Browser.grantPermissions", no_permissions);
  const Json page{{"url", "about:blank"}, {"browserContextId", context_}};
  target_ = text_of(co_await devtools.call("Target.createTarget", page), "targetId");
  const Json flat{{"targetId", target_}, {"flatten", true}};
  session_ = text_of(co_await devtools.call("Target.attachToTarget", flat), "sessionId");
  // The tab's main frame has the target's name.
  log_ = std::make_shared<PageLog>(target_, clock_, options_.document);
  listen();
  co_return co_await prepare();
}

awaitable<bool> Tab::prepare() {
  const Json none = Json::object();
  co_await call("Page.enable", none);
  co_await call("Inspector.enable", none);
  const Json network{{"maxTotalBufferSize", options_.bytes},
                     {"maxResourceBufferSize", options_.document},
                     {"maxPostDataSize", 0}};
  co_await call("Network.enable", network);
  const Json documents{{"patterns", Json::array({{{"urlPattern", "*"},
                                                  {"resourceType", "Document"},
                                                  {"requestStage", "Response"}}})}};
  co_await call("Fetch.enable", documents);
  const Json bypass{{"bypass", true}};
  co_await call("Network.setBypassServiceWorker", bypass);
  const Json script{{"source", before_all}};
  co_await call("Page.addScriptToEvaluateOnNewDocument", script);
  if (!options_.user_agent.empty()) {
    const Json agent{{"userAgent", options_.user_agent}};
    co_await call("Emulation.setUserAgentOverride", agent);
  }
  co_return true;
}

awaitable<std::string> Tab::navigate(std::string url) {
  const Json where{{"url", std::move(url)}};
  const Json result = co_await call("Page.navigate", where);
  co_return text_of(result, "errorText");
}

awaitable<bool> Tab::settle(Steady::time_point until) {
  asio::steady_timer timer(co_await asio::this_coro::executor);
  for (;;) {
    const auto now = Steady::now();
    if (log_->crashed() || log_->restless() || proxy_.over_bytes() || !browser_->running())
      co_return false;
    if (log_->loaded() && now - log_->quiet_since(now) >= options_.quiet) co_return true;
    if (now >= until) co_return false;
    timer.expires_at(std::min(now + look, until));
    co_await timer.async_wait(use_awaitable);
  }
}

// In a world of our own: the page's scripts can have changed nothing in it.
awaitable<Json> Tab::run(std::string_view function, std::string argument) {
  const Json world{{"frameId", target_}, {"worldName", "assay"}};
  const Json made = co_await call("Page.createIsolatedWorld", world);
  const Json code{{"expression", "(" + std::string(function) + "\n)(" + argument + ")"},
                  {"contextId", number_of(made, "executionContextId")},
                  {"awaitPromise", true},
                  {"returnByValue", true}};
  const Json result = co_await call("Runtime.evaluate", code);
  if (result.contains("exceptionDetails"))
    throw DevToolsFailure(DevToolsFailure::Kind::refused, "the page can't be read");
  co_return result.contains("result") ? result["result"] : Json::object();
}

awaitable<bool> Tab::scroll() {
  co_await run(scroll_page_js(), "");
  co_return true;
}

awaitable<TakenPage> Tab::take() {
  const Json result = co_await run(take_page_js(), std::to_string(options_.document));
  const Json& value = object_of(result, "value");
  TakenPage taken;
  taken.html = text_of(value, "html");
  taken.url = text_of(value, "url");
  taken.length = static_cast<std::size_t>(std::clamp(number_of(value, "length"), 0.0, 1e15));
  co_return taken;
}

awaitable<bool> Tab::stop_scripts() {
  // For those to come; it waits behind the one that runs.
  tell("Emulation.setScriptExecutionDisabled", {{"value", true}});
  const Json none = Json::object();
  co_await call("Runtime.terminateExecution", none);
  co_return true;
}

awaitable<std::string> Tab::screenshot() {
  const Json none = Json::object();
  const Json metrics = co_await call("Page.getLayoutMetrics", none);
  const double height = number_of(object_of(metrics, "cssContentSize"), "height");
  const Json clip{{"x", 0},
                  {"y", 0},
                  {"width", width},
                  {"height", std::clamp(std::ceil(height), 100.0, double{tallest})},
                  {"scale", 1}};
  const Json how{
      {"format", "jpeg"}, {"quality", 70}, {"clip", clip}, {"captureBeyondViewport", true}};
  const Json result = co_await call("Page.captureScreenshot", how);
  co_return from_base64(text_of(result, "data"));
}

awaitable<std::string> Tab::body(std::string request) {
  const Json which{{"requestId", std::move(request)}};
  const Json result = co_await call("Network.getResponseBody", which);
  co_return body_of(result);
}

awaitable<bool> Tab::close() {
  proxy_.close();
  if (!session_.empty()) browser_->devtools().forget(session_);
  if (context_.empty()) co_return browser_->running();
  const Json which{{"browserContextId", std::exchange(context_, {})}};
  try {
    const auto closed = co_await io::before(
        Steady::now() + closing, browser_->devtools().call("Target.disposeBrowserContext", which));
    co_return closed.has_value();
  } catch (const DevToolsFailure& failure) {
    co_return failure.kind == DevToolsFailure::Kind::refused;
  }
}

}  // namespace assay::web
