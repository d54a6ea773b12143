#include "cli/web_desk.h"

#include <utility>

#include "cli/output.h"
#include "io/http_client.h"
#include "web/fetch/page_cache.h"

namespace assay::cli {

web::FetchOptions fetch_options(const WebConfig& config, const WebFlags& flags) {
  auto options = config.fetch;
  if (!config.keep_pages)
    options.cache.clear();
  else if (options.cache.empty())
    options.cache = web::default_page_cache();
  options.private_hosts = flags.private_hosts;
  options.offline = flags.offline;
  return options;
}

web::BrowserOptions browser_options(const WebConfig& config, const WebFlags& flags) {
  auto options = config.browser;
  options.private_hosts = flags.private_hosts;
  options.no_sandbox = flags.browser_no_sandbox;
  options.proxy = config.fetch.proxy;
  return options;
}

WebDesk::WebDesk(boost::asio::any_io_executor executor, const Config& config, const WebFlags& flags,
                 io::Pool& pool, const io::Clock& clock) {
  auto search = config.search;
  if (!flags.search.empty()) search.provider = flags.search;
  web::require_usable(search, "--search: ");
  auto lists = config.web.lists;
  lists.insert(lists.end(), flags.lists.begin(), flags.lists.end());
  lists_ = std::make_shared<const web::SiteLists>(lists);
  auto means = std::make_shared<tools::WebMeans>();
  io::HttpClientOptions client;
  client.user_agent = config.web.fetch.user_agent;
  web::SearchMeans searching{std::make_shared<io::HttpClient>(executor, client), clock};
  searching.retry = config.retry;
  means->providers = web::make_search_providers(search, searching);
  if (!flags.offline && config.web.browser.program != "none")
    means->renderer =
        std::make_shared<const web::Renderer>(executor, clock, browser_options(config.web, flags));
  means->fetcher = std::make_shared<const web::Fetcher>(std::move(executor), clock,
                                                        fetch_options(config.web, flags));
  means->sites = std::make_shared<const web::SiteJudge>(*lists_);
  means->readers = std::make_shared<web::Readers>(program_path());
  means->pictures = std::make_shared<vision::PictureReaders>(program_path());
  means->asked = search.results.value_or(0);
  means->pool = &pool;
  means->clock = &clock;
  means_ = std::move(means);
}

}  // namespace assay::cli
