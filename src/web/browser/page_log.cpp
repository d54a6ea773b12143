#include "web/browser/page_log.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "web/browser/devtools.h"

namespace assay::web {
namespace {

using core::Json;
using namespace std::chrono_literals;

constexpr std::size_t most_events = 50'000;
constexpr std::size_t most_documents = 20;
constexpr std::size_t most_under_way = 2'000;
constexpr std::size_t longest_headers = 256 << 10;
// A request that takes longer is one that waits for news: nobody waits for it.
constexpr auto hanging = 4s;

// Several of one name stand in one value, in lines.
std::vector<io::HttpHeader> headers_of(const Json& object) {
  std::vector<io::HttpHeader> headers;
  std::size_t size = 0;
  for (const auto& [name, value] : object.items()) {
    if (!value.is_string()) continue;
    std::string_view rest = value.get_ref<const std::string&>();
    for (bool more = true; more;) {
      const auto end = std::min(rest.find('\n'), rest.size());
      size += name.size() + end;
      if (size > longest_headers) return headers;
      headers.push_back({name, std::string(rest.substr(0, end))});
      more = end < rest.size();
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return headers;
}

int status_of(const Json& response) {
  const double status = number_of(response, "status");
  return status >= 0 && status < 1000 ? static_cast<int>(status) : 0;
}

void answer(PageLog::Document& document, const Json& response) {
  document.answered = true;
  document.exchange.status = status_of(response);
  document.exchange.headers = headers_of(object_of(response, "headers"));
  document.media_type = text_of(response, "mimeType");
  document.exchange.took = std::chrono::duration_cast<std::chrono::milliseconds>(
      PageLog::Steady::now() - document.began);
}

}  // namespace

PageLog::PageLog(std::string frame, const io::Clock& clock, std::size_t longest_body)
    : frame_(std::move(frame)), clock_(clock), longest_body_(longest_body) {}

PageLog::Document* PageLog::document(std::string_view id) {
  // The last of that name: redirects keep it.
  const auto found = std::find_if(documents_.rbegin(), documents_.rend(),
                                  [&](const Document& one) { return one.id == id; });
  return found == documents_.rend() ? nullptr : &*found;
}

void PageLog::take(std::string_view method, const Json& parameters) {
  if (++events_ > most_events) restless_ = true;
  if (restless_) return;
  if (method == "Network.requestWillBeSent") request(parameters);
  if (method == "Network.responseReceived") response(parameters);
  if (method == "Network.dataReceived") active_ = Steady::now();
  if (method == "Network.loadingFinished") end(parameters, false);
  if (method == "Network.loadingFailed") end(parameters, true);
  if (method == "Page.loadEventFired") loaded_ = true;
  if (method == "Page.frameNavigated") navigated(object_of(parameters, "frame"));
  if (method == "Page.navigatedWithinDocument" && text_of(parameters, "frameId") == frame_)
    url_ = text_of(parameters, "url");
  if (method == "Inspector.targetCrashed" || method == "Inspector.detached") crashed_ = true;
}

void PageLog::request(const Json& parameters) {
  active_ = Steady::now();
  const auto id = text_of(parameters, "requestId");
  if (under_way_.size() < most_under_way) under_way_[id] = active_;
  if (text_of(parameters, "type") != "Document" || text_of(parameters, "frameId") != frame_) return;
  if (const auto& redirect = object_of(parameters, "redirectResponse"); !redirect.empty())
    if (auto* before = document(id)) {
      answer(*before, redirect);
      before->finished = true;
    }
  if (documents_.size() >= most_documents) {
    restless_ = true;
    return;
  }
  const auto& asked = object_of(parameters, "request");
  Document one;
  one.id = id;
  one.began = active_;
  one.exchange.at = clock_.now();
  one.exchange.url = text_of(asked, "url");
  one.exchange.request = headers_of(object_of(asked, "headers"));
  loaded_ = false;
  documents_.push_back(std::move(one));
}

void PageLog::response(const Json& parameters) {
  active_ = Steady::now();
  if (auto* one = document(text_of(parameters, "requestId")))
    answer(*one, object_of(parameters, "response"));
}

void PageLog::keep_body(std::string_view id, std::string bytes) {
  auto* one = document(id);
  if (one == nullptr) return;
  one->cut = bytes.size() > longest_body_;
  one->exchange.body = one->cut ? std::string() : std::move(bytes);
}

void PageLog::end(const Json& parameters, bool failed) {
  active_ = Steady::now();
  const auto id = text_of(parameters, "requestId");
  under_way_.erase(id);
  auto* one = document(id);
  if (one == nullptr) return;
  one->finished = !failed;
  if (failed) one->error = text_of(parameters, "errorText");
  one->exchange.took = std::chrono::duration_cast<std::chrono::milliseconds>(active_ - one->began);
}

void PageLog::navigated(const Json& frame) {
  if (text_of(frame, "id") == frame_) url_ = text_of(frame, "url");
}

PageLog::Steady::time_point PageLog::quiet_since(Steady::time_point now) const {
  const bool busy =
      std::ranges::any_of(under_way_, [&](const auto& one) { return now - one.second < hanging; });
  return busy ? now : active_;
}

}  // namespace assay::web
