#include "cli/config_web.h"

#include <algorithm>
#include <string>

#include "assay/core/error.h"

namespace assay::cli {
namespace {

using std::chrono::milliseconds;

constexpr double most_seconds = 3'600;

bool is_sendable(std::string_view text) {
  return !text.empty() && text.size() <= 300 &&
         std::ranges::all_of(text, [](unsigned char c) { return c >= 0x20 && c < 0x7F; });
}

milliseconds milliseconds_of(double seconds) {
  return milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

void read_limits(const io::TomlTable& table, web::FetchOptions& fetch) {
  if (const auto seconds = table.number("timeout", 0.1, most_seconds))
    fetch.time = milliseconds_of(*seconds);
  if (const auto megabytes = table.whole("megabytes", 1, 1'000))
    fetch.bytes = static_cast<std::size_t>(*megabytes) << 20;
  if (const auto redirects = table.whole("redirects", 0, 50))
    fetch.redirects = static_cast<int>(*redirects);
  if (const auto at_once = table.whole("per_host", 1, 100))
    fetch.politeness.at_once = static_cast<std::size_t>(*at_once);
  if (const auto seconds = table.number("pause", 0, 60))
    fetch.politeness.pause = milliseconds_of(*seconds);
  if (const auto hours = table.number("fresh_hours", 0, 24 * 3'660))
    fetch.fresh = std::chrono::seconds(static_cast<std::int64_t>(*hours * 3'600));
}

}  // namespace

void read_web(const io::TomlTable& table, const std::filesystem::path& folder, WebConfig& config) {
  auto& fetch = config.fetch;
  if (auto agent = table.text("user_agent")) {
    if (!is_sendable(*agent)) table.refuse("user_agent", "must be a line of plain letters");
    fetch.user_agent = std::move(*agent);
  }
  if (auto proxy = table.text("proxy")) {
    if (!proxy->starts_with("http://")) table.refuse("proxy", "must be http://HOST:PORT");
    fetch.proxy = std::move(*proxy);
  }
  fetch.robots = table.flag("robots").value_or(fetch.robots);
  if (table.is_flag("cache"))
    config.keep_pages = *table.flag("cache");
  else if (const auto cache = table.text("cache"))
    fetch.cache = folder / *cache;
  if (auto program = table.text("browser")) config.browser.program = std::move(*program);
  if (auto user = table.text("browser_user")) config.browser.user = std::move(*user);
  if (const auto tabs = table.whole("tabs", 1, 64))
    config.browser.tabs = static_cast<std::size_t>(*tabs);
  for (const auto& list : table.texts("lists")) config.lists.push_back(folder / list);
  config.judge_sites = table.flag("judge_sites").value_or(config.judge_sites);
  read_limits(table, fetch);
  table.require_all_read(
      "user_agent, proxy, robots, cache, browser, browser_user, tabs, lists, timeout, megabytes, "
      "redirects, per_host, pause, fresh_hours, judge_sites");
}

void read_web_environment(const models::Environment& environment, WebConfig& config) {
  const auto value = [&](const char* name) { return environment(name).value_or(""); };
  if (auto agent = value("ASSAY_USER_AGENT"); !agent.empty()) {
    if (!is_sendable(agent))
      throw core::UsageError("ASSAY_USER_AGENT must be a line of plain letters");
    config.fetch.user_agent = std::move(agent);
  }
  if (auto proxy = value("ASSAY_WEB_PROXY"); !proxy.empty()) {
    if (!proxy.starts_with("http://"))
      throw core::UsageError("ASSAY_WEB_PROXY must be http://HOST:PORT");
    config.fetch.proxy = std::move(proxy);
  }
  if (auto program = value("ASSAY_BROWSER"); !program.empty())
    config.browser.program = std::move(program);
  if (const auto cache = value("ASSAY_WEB_CACHE"); cache == "off")
    config.keep_pages = false;
  else if (!cache.empty())
    config.fetch.cache = cache;
}

}  // namespace assay::cli
