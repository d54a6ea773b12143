#include "web/browser/pdf_printer.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "assay/core/error.h"
#include "io/deadline.h"
#include "web/browser/base64.h"
#include "web/browser/chromium.h"

namespace assay::web {
namespace {

namespace asio = boost::asio;
using asio::awaitable;
using core::Json;
using namespace std::chrono_literals;

constexpr auto printing = 120s;
constexpr std::size_t longest_pdf = 256 << 20;
constexpr int read_at_once = 1 << 20;

// Resolves when all pictures of the page are decoded.
constexpr const char* pictures_ready =
    "Promise.all([...document.images].map((one) => one.decode().catch(() => 0))).then(() => "
    "document.fonts.ready).then(() => true)";

constexpr const char* footer =
    "<div style='width: 100%; font-size: 8px; text-align: center; color: #555'>"
    "<span class=pageNumber></span> / <span class=totalPages></span></div>";

// The sizes are in inches.
Json how_to_print() {
  return {{"printBackground", true},
          {"paperWidth", 8.27},
          {"paperHeight", 11.69},
          {"marginTop", 0.5},
          {"marginBottom", 0.6},
          {"marginLeft", 0.5},
          {"marginRight", 0.5},
          {"displayHeaderFooter", true},
          {"headerTemplate", "<span></span>"},
          {"footerTemplate", footer},
          {"transferMode", "ReturnAsStream"}};
}

awaitable<std::string> read_stream(DevTools& devtools, std::string session, std::string stream) {
  const Json part{{"handle", stream}, {"size", read_at_once}};
  std::string bytes;
  for (;;) {
    const Json result = co_await devtools.call("IO.read", part, session);
    const auto data = text_of(result, "data");
    const auto encoded = result.find("base64Encoded");
    bytes += encoded != result.end() && *encoded == true ? from_base64(data) : data;
    const auto end = result.find("eof");
    if (end == result.end() || *end == true) co_return bytes;
    if (bytes.size() > longest_pdf || data.empty())
      throw core::InputError("the browser's PDF is longer than it may be");
  }
}

// In the browser's own profile, whose proxy is nobody.
awaitable<std::string> print(DevTools& devtools, std::string html) {
  const Json blank{{"url", "about:blank"}};
  const auto target = text_of(co_await devtools.call("Target.createTarget", blank), "targetId");
  const Json flat{{"targetId", target}, {"flatten", true}};
  const auto session = text_of(co_await devtools.call("Target.attachToTarget", flat), "sessionId");
  const Json none = Json::object();
  co_await devtools.call("Network.enable", none, session);
  const Json offline{
      {"offline", true}, {"latency", 0}, {"downloadThroughput", 0}, {"uploadThroughput", 0}};
  co_await devtools.call("Network.emulateNetworkConditions", offline, session);
  const Json content{{"frameId", target}, {"html", std::move(html)}};
  co_await devtools.call("Page.setDocumentContent", content, session);
  const Json ready{{"expression", pictures_ready}, {"awaitPromise", true}};
  co_await devtools.call("Runtime.evaluate", ready, session);
  const Json how = how_to_print();
  const Json printed = co_await devtools.call("Page.printToPDF", how, session);
  co_return co_await read_stream(devtools, session, text_of(printed, "stream"));
}

}  // namespace

awaitable<std::string> print_pdf(asio::any_io_executor executor, BrowserOptions options,
                                 std::string html) {
  const auto browser = co_await Chromium::start(std::move(executor), std::move(options));
  std::string why = "it takes too long";
  try {
    auto pdf = co_await io::before(std::chrono::steady_clock::now() + printing,
                                   print(browser->devtools(), std::move(html)));
    if (pdf && pdf->starts_with("%PDF-")) co_return std::move(*pdf);
    if (pdf) why = "what it gives is no PDF";
  } catch (const DevToolsFailure& failure) {
    why = failure.what();
  }
  throw core::InputError("the browser does not print the page: " + why);
}

}  // namespace assay::web
