#pragma once
#include <boost/asio/any_io_executor.hpp>
#include <memory>
#include <string>

#include "cli/config.h"
#include "io/clock.h"
#include "io/pool.h"
#include "tools/web/means.h"
#include "vision/picture_readers.h"
#include "web/sites/site_lists.h"

namespace assay::cli {

// What the command line says of the web.
struct WebFlags {
  bool web = false;                 // search the open web beside a corpus
  bool private_hosts = false;       // fetch from addresses that are none of the public internet too
  bool browser_no_sandbox = false;  // Chromium also where its sandbox does not work
  bool offline = false;             // from the cache of pages alone
  std::vector<std::string> lists;   // of sites, files
  std::string search;               // the provider; empty: as configured
};

// Makes what searches of the open web need, from the configuration: the services, the fetcher, the
// rules for sites. Outlives who uses it.
class WebDesk {
 public:
  // Throws UsageError where a named service lacks its key, and InputError for a list that can't be
  // read.
  WebDesk(boost::asio::any_io_executor executor, const Config& config, const WebFlags& flags,
          io::Pool& pool, const io::Clock& clock);

  // Is there a service that finds pages?
  bool can_search() const { return means_->providers.web != nullptr; }
  const std::shared_ptr<const tools::WebMeans>& means() const { return means_; }

 private:
  std::shared_ptr<const web::SiteLists> lists_;
  std::shared_ptr<const tools::WebMeans> means_;
};

// The fetcher's options by configuration and flags.
web::FetchOptions fetch_options(const WebConfig& config, const WebFlags& flags);
// And the browser's.
web::BrowserOptions browser_options(const WebConfig& config, const WebFlags& flags);

}  // namespace assay::cli
