#pragma once
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <memory>
#include <string>

#include "io/clock.h"
#include "web/browser/browser_options.h"
#include "web/browser/chromium.h"
#include "web/browser/page_log.h"
#include "web/browser/proxy.h"

namespace assay::web {

// The document of a tab, as it stands.
struct TakenPage {
  std::string html;
  std::string url;
  std::size_t length = 0;  // of `html`, also where it was too long to be taken
};

// One tab for one page, with a profile and a proxy of its own. All its work throws DevToolsFailure
// where the browser does not do it, and operation_aborted where the caller is cancelled.
class Tab {
 public:
  using Steady = std::chrono::steady_clock;

  // `clock` outlives it. Throws std::runtime_error where there can be no proxy.
  Tab(boost::asio::any_io_executor executor, std::shared_ptr<Chromium> browser,
      const BrowserOptions& options, const io::Clock& clock);
  ~Tab();
  Tab(const Tab&) = delete;
  Tab& operator=(const Tab&) = delete;

  boost::asio::awaitable<bool> open();
  // Sets out for the page; what the browser says against it (net::ERR_…), empty where it went.
  boost::asio::awaitable<std::string> navigate(std::string url);
  // Waits until the page is at rest. False where it is not so by `until`, or never will be.
  boost::asio::awaitable<bool> settle(Steady::time_point until);
  boost::asio::awaitable<bool> scroll();
  boost::asio::awaitable<TakenPage> take();
  // Ends a script of the page that does not end.
  boost::asio::awaitable<bool> stop_scripts();
  boost::asio::awaitable<std::string> screenshot();
  // The body of the document, decoded to UTF-8 by the browser: where its bytes did not come.
  boost::asio::awaitable<std::string> body(std::string request);
  // Ends it. Does not throw; false where the browser no longer answers.
  boost::asio::awaitable<bool> close();

  PageLog& log() { return *log_; }
  const PageProxy& proxy() const { return proxy_; }
  Chromium& browser() { return *browser_; }

 private:
  void listen();
  void hear(std::string_view method, const core::Json& parameters);
  boost::asio::awaitable<bool> prepare();
  boost::asio::awaitable<core::Json> call(std::string method, core::Json parameters);
  boost::asio::awaitable<core::Json> run(std::string_view function, std::string argument);
  void tell(const std::string& method, core::Json parameters);  // and does not wait

  boost::asio::any_io_executor executor_;
  std::shared_ptr<Chromium> browser_;
  const BrowserOptions& options_;
  const io::Clock& clock_;
  PageProxy proxy_;
  std::shared_ptr<PageLog> log_;
  std::string context_;
  std::string target_;
  std::string session_;
};

}  // namespace assay::web
