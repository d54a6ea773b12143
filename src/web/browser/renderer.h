#pragma once
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <memory>
#include <string>
#include <vector>

#include "io/clock.h"
#include "web/browser/browser_options.h"
#include "web/fetch/exchange.h"
#include "web/fetch/fetcher.h"

namespace assay::web {

// A page as a browser shows it.
struct RenderedPage {
  // As it came: redirects first, those by scripts too; the last is the document that is shown.
  // Never empty. Of a body that was cut or lost `body` is empty.
  std::vector<Exchange> chain;
  std::string media_type;  // of the document, in lower case
  // The document in the end, in UTF-8, whatever it says of itself; what nobody sees has the
  // attribute `hidden`. Empty where it is no page of HTML.
  std::string html;
  std::string url;         // its address in the end: scripts can change that without a request
  std::string screenshot;  // JPEG, of the page from its top, at most 1280 x 5000; may be empty
  core::Timestamp at;      // when `html` was taken
  bool settled = false;    // it had come to rest by then
  std::size_t bytes = 0;   // that all of it took

  const Exchange& page() const { return chain.back(); }
};

// Renders pages in headless Chromium: each in a tab and a profile of its own, few at once, through
// a proxy of its own that lets it reach the public internet and nothing else (proxy.h). Starts the
// browser with the first page, and anew where it broke. Asks no robots.txt: who calls has. For one
// event loop, which the thread runs that the browser is to end with.
class Renderer {
 public:
  using Page = std::shared_ptr<const RenderedPage>;

  // `clock` outlives it.
  Renderer(boost::asio::any_io_executor executor, const io::Clock& clock,
           BrowserOptions options = {});
  ~Renderer();  // ends the browser
  Renderer(Renderer&&) noexcept;

  // Throws FetchFailure (`no_browser` where none runs here, with the one reason for all pages), and
  // operation_aborted where the caller is cancelled.
  boost::asio::awaitable<Page> render(std::string url) const;

  // Why no page can be rendered here; empty where it can. Starts the browser.
  boost::asio::awaitable<std::string> why_not() const;

  const BrowserOptions& options() const;

 private:
  struct Shared;
  static boost::asio::awaitable<Page> load(std::shared_ptr<Shared> shared, std::string given);
  static boost::asio::awaitable<std::string> try_browser(std::shared_ptr<Shared> shared);
  std::shared_ptr<Shared> shared_;
};

}  // namespace assay::web
