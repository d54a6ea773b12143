#include "web/fetch/page_cache.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "assay/core/error.h"
#include "assay/core/json.h"
#include "io/files.h"
#include "io/http_text.h"
#include "io/sha256.h"

namespace assay::web {
namespace {

namespace fs = std::filesystem;
using core::Json;

constexpr int format = 1;
constexpr std::size_t longest_file = 80 << 20;
constexpr std::size_t longest_head = 1 << 20;

// The first line of a file; the body follows.
std::string head_of(const Exchange& exchange) {
  Json headers = Json::array();
  for (const auto& header : exchange.headers) headers.push_back({header.name, header.value});
  return Json{{"format", format},
              {"url", exchange.url},
              {"at", exchange.at.to_string()},
              {"status", exchange.status},
              {"sha256", io::sha256(exchange.body)},
              {"headers", headers}}
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<Exchange> exchange_of(const std::string& bytes, const std::string& url) {
  const auto end = std::min(bytes.find('\n'), bytes.size());
  if (end == bytes.size() || end > longest_head) return std::nullopt;
  const auto json = Json::parse(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(end));
  if (json.at("format") != format || json.at("url") != url) return std::nullopt;
  Exchange exchange;
  exchange.url = url;
  const auto at = core::Timestamp::parse(json.at("at").get<std::string>());
  if (!at) return std::nullopt;
  exchange.at = *at;
  exchange.status = json.at("status").get<int>();
  for (const auto& header : json.at("headers"))
    exchange.headers.push_back({header.at(0).get<std::string>(), header.at(1).get<std::string>()});
  exchange.body = bytes.substr(end + 1);
  exchange.cached = true;
  if (io::sha256(exchange.body) != json.at("sha256").get<std::string>()) return std::nullopt;
  return exchange;
}

}  // namespace

fs::path PageCache::path(const std::string& url) const {
  const auto name = io::sha256(url);
  return folder_ / name.substr(0, 2) / name.substr(2);
}

std::optional<Exchange> PageCache::find(const std::string& url) const {
  if (folder_.empty()) return std::nullopt;
  try {
    return exchange_of(io::read_file(path(url), longest_file), url);
  } catch (const core::InputError&) {
  } catch (const Json::exception&) {
  }
  return std::nullopt;
}

void PageCache::store(const Exchange& exchange) const {
  if (folder_.empty()) return;
  try {
    const auto file = path(exchange.url);
    io::make_folder(file.parent_path());
    io::write_file_unflushed(file, head_of(exchange) + "\n" + exchange.body);
  } catch (const core::InputError&) {  // a full disk, no permission
  }
}

bool must_be_asked_again(const Exchange& exchange) {
  return std::ranges::any_of(exchange.headers, [](const io::HttpHeader& header) {
    return io::same_header(header.name, "Cache-Control") &&
           header.value.find("no-store") != std::string::npos;
  });
}

fs::path default_page_cache() {
  const auto folder = io::user_cache();
  return folder.empty() ? folder : folder / "pages";
}

}  // namespace assay::web
