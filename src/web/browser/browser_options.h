#pragma once
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace assay::web {

// How pages are rendered by Chromium. As a user sets it; see docs/browser.md.
struct BrowserOptions {
  // Chromium: a path, or a name that is looked for in PATH. Empty: the first of the usual names.
  // `none`: no page is rendered.
  std::string program;
  // Whom Chromium runs as where Assay runs as root: a browser is never root.
  std::string user = "nobody";
  // Also without Chromium's own sandbox, where the system offers none: what a hostile page breaks
  // into is then that user's account.
  bool no_sandbox = false;
  bool private_hosts = false;  // also addresses that are none of the public internet
  std::string proxy;       // `http://HOST:PORT` through which Assay's own proxy goes; empty: none
  std::string user_agent;  // empty: Chromium's own
  std::filesystem::path temporary;  // where its profile lies while it runs; empty: the system's

  std::size_t tabs = 4;                          // pages at once
  std::size_t bytes = 64 << 20;                  // that all of a page may load, as they are sent
  std::size_t document = 16 << 20;               // bytes of a page as it stands in the end
  std::size_t connections = 32;                  // of a page at once
  std::chrono::milliseconds time{10'000};        // of a page, from its start until it is taken
  std::chrono::milliseconds quiet{500};          // without a request, and a page is ready
  std::chrono::milliseconds start_time{30'000};  // until the browser answers
};

// Why no browser runs: what() is one line that says what to do. A fault of the installation or of
// the settings, never of a page.
struct BrowserUnavailable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace assay::web
