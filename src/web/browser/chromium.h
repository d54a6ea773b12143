#pragma once
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <memory>
#include <optional>
#include <string>

#include "web/browser/browser_options.h"
#include "web/browser/browser_user.h"
#include "web/browser/devtools.h"

namespace assay::web {

// A running headless Chromium with a fresh profile: sandboxed, never root, without a way to the net
// but the proxies that its contexts are given. It and all it started end with this object.
class Chromium {
 public:
  // Throws BrowserUnavailable where there is none, or where its sandbox does not work here and the
  // options do not say that it may go without. To be awaited on the thread that the browser is to
  // end with.
  static boost::asio::awaitable<std::shared_ptr<Chromium>> start(
      boost::asio::any_io_executor executor, BrowserOptions options);
  ~Chromium();
  Chromium(const Chromium&) = delete;
  Chromium& operator=(const Chromium&) = delete;

  DevTools& devtools();
  bool running();
  void stop();
  // Whom it runs as, and so whose connections a proxy is to serve.
  uid_t user() const;
  pid_t process() const;
  // What its own page says of its sandbox; empty where it runs without.
  const std::string& sandbox() const { return sandbox_; }

 private:
  struct Parts;
  explicit Chromium(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
  std::string sandbox_;
};

}  // namespace assay::web
