#pragma once
#include <curl/curl.h>

#include <memory>
#include <optional>
#include <string>

namespace assay::io {

// An address, taken apart by libcurl, so that what is checked is what is then connected to. For
// sources only: it brings libcurl's header.
class CurlUrl {
 public:
  // Nothing where the text is no absolute address.
  static std::optional<CurlUrl> parse(const std::string& text);

  // The part, or nothing where the address has none.
  std::string part(CURLUPart which) const;
  // The port, the scheme's own where none is named.
  std::string port() const;
  bool is_http() const;  // or https
  bool same_origin(const CurlUrl& other) const;
  // Is the host this machine itself, by name or address?
  bool is_loopback() const;
  // Goes on to the address that `reference` means here. False where there is none.
  bool follow(const std::string& reference);

 private:
  struct Free {
    void operator()(CURLU* url) const { curl_url_cleanup(url); }
  };
  explicit CurlUrl(CURLU* url) : url_(url) {}
  std::string part(CURLUPart which, unsigned flags) const;
  std::unique_ptr<CURLU, Free> url_;
};

}  // namespace assay::io
