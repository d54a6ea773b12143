#include "io/http_redirect.h"

#include <algorithm>
#include <string>

#include "io/curl_url.h"
#include "io/http_failure.h"
#include "io/http_text.h"

namespace assay::io {
namespace {

bool is_credential(const HttpHeader& header) {
  return header.secret || same_header(header.name, "Authorization") ||
         same_header(header.name, "Proxy-Authorization") || same_header(header.name, "Cookie");
}

bool becomes_get(int status, const std::string& method) {
  if (status == 303) return method != "HEAD";
  return (status == 301 || status == 302) && method == "POST";
}

void make_get(HttpRequest& request) {
  request.method = "GET";
  request.body.clear();
  std::erase_if(request.headers,
                [](const HttpHeader& h) { return same_header(h.name, "Content-Type"); });
}

}  // namespace

bool is_redirect(int status, const std::vector<HttpHeader>& headers) {
  const bool sends_on =
      status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
  return sends_on && header_in(headers, "Location").has_value();
}

HttpRequest redirected(HttpRequest request, const HttpResponse& response) {
  const auto refuse = [&](const std::string& why) {
    throw HttpFailure(HttpFailure::Kind::redirects,
                      hide_secrets(shown_url(request.url), secrets_of(request)) + ": " + why);
  };
  const auto from = CurlUrl::parse(request.url);
  auto to = CurlUrl::parse(request.url);
  if (!from || !to || !to->follow(std::string(*response.header("Location"))) || !to->is_http())
    refuse("redirected to what is no http or https address");
  if (from->part(CURLUPART_SCHEME) == "https" && to->part(CURLUPART_SCHEME) == "http")
    refuse("redirected from https to http");
  if (!from->same_origin(*to)) std::erase_if(request.headers, is_credential);
  if (becomes_get(response.status, request.method)) make_get(request);
  request.url = to->part(CURLUPART_URL);
  return request;
}

}  // namespace assay::io
