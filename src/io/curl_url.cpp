#include "io/curl_url.h"

#include <new>

namespace assay::io {

std::optional<CurlUrl> CurlUrl::parse(const std::string& text) {
  // libcurl would read the text up to its first zero byte only.
  if (text.find('\0') != std::string::npos) return std::nullopt;
  CurlUrl url(curl_url());
  if (!url.url_) throw std::bad_alloc();
  if (curl_url_set(url.url_.get(), CURLUPART_URL, text.c_str(), CURLU_NON_SUPPORT_SCHEME) !=
      CURLUE_OK)
    return std::nullopt;
  return url;
}

std::string CurlUrl::part(CURLUPart which, unsigned flags) const {
  char* found = nullptr;
  if (curl_url_get(url_.get(), which, &found, flags) != CURLUE_OK) return {};
  const std::unique_ptr<char, void (*)(void*)> owner(found, curl_free);
  return found;
}

std::string CurlUrl::part(CURLUPart which) const { return part(which, 0); }

std::string CurlUrl::port() const { return part(CURLUPART_PORT, CURLU_DEFAULT_PORT); }

bool CurlUrl::is_http() const {
  const auto scheme = part(CURLUPART_SCHEME);
  return (scheme == "http" || scheme == "https") && !part(CURLUPART_HOST).empty();
}

bool CurlUrl::same_origin(const CurlUrl& other) const {
  return part(CURLUPART_SCHEME) == other.part(CURLUPART_SCHEME) &&
         part(CURLUPART_HOST) == other.part(CURLUPART_HOST) && port() == other.port();
}

bool CurlUrl::is_loopback() const {
  const auto host = part(CURLUPART_HOST);
  return host == "localhost" || host.starts_with("127.") || host == "[::1]";
}

bool CurlUrl::follow(const std::string& reference) {
  if (reference.find('\0') != std::string::npos) return false;
  return curl_url_set(url_.get(), CURLUPART_URL, reference.c_str(),
                      CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE) == CURLUE_OK;
}

}  // namespace assay::io
