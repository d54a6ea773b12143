#include "web/browser/rendered_cache.h"

#include <charconv>
#include <utility>

#include "io/http_text.h"

namespace assay::web {
namespace {

// A page never has more: the renderer bounds them.
constexpr std::size_t most_requests = 100;

// The parts of a page are kept as answers of addresses that no server knows: what is fetched has no
// fragment. Each names the whole it belongs to by its time.
constexpr const char* whole_header = "X-Assay-Rendered";
constexpr const char* url_header = "X-Assay-Address";
constexpr const char* settled_header = "X-Assay-Settled";
constexpr const char* count_header = "X-Assay-Requests";

std::string document_key(const std::string& url) { return url + "#rendered"; }
std::string picture_key(const std::string& url) { return url + "#screenshot"; }
std::string request_key(const std::string& url, std::size_t number) {
  return url + "#request-" + std::to_string(number);
}

std::string value_of(const Exchange& exchange, std::string_view name) {
  return std::string(io::header_in(exchange.headers, name).value_or(""));
}

std::size_t number_in(const std::string& text) {
  std::size_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  return read.ec == std::errc() ? number : 0;
}

}  // namespace

void RenderedCache::store(const std::string& url, const RenderedPage& page) const {
  const auto whole = page.at.to_string();
  for (std::size_t i = 0; i < page.chain.size(); ++i) {
    Exchange part = page.chain[i];
    // First, so that a server's headers of the same names mean nothing.
    part.headers.insert(part.headers.begin(), {{url_header, part.url}, {whole_header, whole}});
    part.url = request_key(url, i);
    pages_.store(part);
  }
  Exchange picture;
  picture.url = picture_key(url);
  picture.at = page.at;
  picture.status = 200;
  picture.headers = {{"Content-Type", "image/jpeg"}, {whole_header, whole}};
  picture.body = page.screenshot;
  pages_.store(picture);
  // Last: with it the page is there.
  Exchange document;
  document.url = document_key(url);
  document.at = page.at;
  document.status = 200;
  document.headers = {{"Content-Type", page.media_type},
                      {url_header, page.url},
                      {count_header, std::to_string(page.chain.size())},
                      {whole_header, whole},
                      {settled_header, page.settled ? "yes" : "no"}};
  document.body = page.html;
  pages_.store(document);
}

std::optional<RenderedPage> RenderedCache::find(const std::string& url) const {
  auto document = pages_.find(document_key(url));
  if (!document) return std::nullopt;
  RenderedPage page;
  const auto whole = value_of(*document, whole_header);
  const auto count = number_in(value_of(*document, count_header));
  if (count == 0 || count > most_requests) return std::nullopt;
  for (std::size_t i = 0; i < count; ++i) {
    auto part = pages_.find(request_key(url, i));
    if (!part || value_of(*part, whole_header) != whole) return std::nullopt;
    part->url = value_of(*part, url_header);
    part->headers.erase(part->headers.begin(), part->headers.begin() + 2);
    page.chain.push_back(std::move(*part));
  }
  if (auto picture = pages_.find(picture_key(url)); picture)
    if (value_of(*picture, whole_header) == whole) page.screenshot = std::move(picture->body);
  page.media_type = value_of(*document, "Content-Type");
  page.url = value_of(*document, url_header);
  page.at = document->at;
  page.html = std::move(document->body);
  page.settled = value_of(*document, settled_header) == "yes";
  return page;
}

}  // namespace assay::web
