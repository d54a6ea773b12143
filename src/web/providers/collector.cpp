#include "web/providers/collector.h"

#include <utility>

#include "web/page_dates.h"
#include "web/result_date.h"
#include "web/result_text.h"
#include "web/url.h"

namespace assay::web {
namespace {

constexpr std::size_t longest_title = 500;
constexpr std::size_t longest_snippet = 2000;
constexpr std::size_t longest_publisher = 200;
constexpr std::int64_t largest_side = 100'000;  // pixels; more is no picture's
constexpr std::size_t most_excluded = 200;

int side(std::int64_t pixels) {
  return pixels > 0 && pixels <= largest_side ? static_cast<int>(pixels) : 0;
}

std::optional<WebPicture> picture_of(const RawPicture& raw) {
  WebPicture picture{result_url(raw.url), side(raw.width), side(raw.height)};
  if (picture.url.empty()) return std::nullopt;
  return picture;
}

}  // namespace

std::string title_text(const std::string& text) { return result_text(text, longest_title); }
std::string snippet_text(const std::string& text) { return result_text(text, longest_snippet); }
std::string publisher_text(const std::string& text, const std::string& url) {
  auto publisher = result_text(text, longest_publisher);
  return publisher.empty() ? host_of(url) : publisher;
}

std::string too_late(const std::optional<core::Date>& dated,
                     const std::optional<core::Date>& before) {
  if (!before || !dated || *dated < *before) return {};
  return "dated " + dated->to_string() + ", not before " + before->to_string();
}

Collector::Collector(const SearchQuery& query, core::Timestamp now) : query_(query), now_(now) {}

bool Collector::is_new(const SearchResult& result) {
  const bool images = query_.kind == SearchKind::images;
  return keys_.insert(same_page_key(images ? result.image->url : result.url)).second;
}

void Collector::add(const RawResult& raw) {
  ++seen_;
  SearchResult result;
  result.url = result_url(raw.url);
  result.image = picture_of(raw.image);
  if (result.url.empty()) return;
  if (query_.kind == SearchKind::images && !result.image) return;
  if (!is_new(result)) return;
  const bool english = query_.language.empty() || query_.language == "en";
  result.title = title_text(raw.title);
  result.snippet = snippet_text(raw.snippet);
  result.publisher = publisher_text(raw.publisher, result.url);
  result.published = result_date(raw.date, now_, english);
  if (!result.published) result.published = date_in_url(result.url);
  result.thumbnail = picture_of(raw.thumbnail);
  result.rank = seen_;
  auto reason = raw.excluded.empty() ? too_late(result.published, query_.before) : raw.excluded;
  if (!reason.empty()) {
    if (answer_.excluded.size() < most_excluded)
      answer_.excluded.push_back({std::move(result), std::move(reason)});
  } else if (!full()) {
    answer_.results.push_back(std::move(result));
  }
}

}  // namespace assay::web
