#include "io/http_client.h"

#include <chrono>
#include <cstdlib>
#include <utility>

#include "io/address_policy.h"
#include "io/curl_multi.h"
#include "io/curl_transfer.h"
#include "io/curl_url.h"
#include "io/http_redirect.h"
#include "io/http_text.h"

namespace assay::io {

struct HttpClient::Shared {
  std::shared_ptr<CurlMulti> multi;
  HttpClientOptions options;
};

namespace {

namespace asio = boost::asio;
using std::chrono::milliseconds;
using Moment = std::chrono::steady_clock::time_point;

[[noreturn]] void fail(const HttpRequest& request, HttpFailure::Kind kind, const std::string& why) {
  throw HttpFailure(kind, hide_secrets(shown_url(request.url), secrets_of(request)) + ": " + why);
}

// Before any name is looked up: what can only lie inside is not asked for, not even of a proxy.
void require_public(const HttpRequest& request) {
  const auto url = CurlUrl::parse(request.url);
  const auto why = why_host_not_public(url ? url->part(CURLUPART_HOST) : "");
  if (!why.empty())
    fail(request, HttpFailure::Kind::forbidden, "not fetched, for its host is " + std::string(why));
}

milliseconds since(Moment start) {
  return std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - start);
}

asio::awaitable<HttpResponse> transfer(std::shared_ptr<CurlMulti> multi, HttpClientOptions client,
                                       const HttpRequest& request, milliseconds left) {
  CurlTransferOptions options;
  options.user_agent = std::move(client.user_agent);
  options.certificates = std::move(client.certificates);
  options.total = left;
  options.public_only = client.public_only;
  options.proxy = std::move(client.proxy);
  CurlTransfer one(std::move(multi), request, std::move(options));
  HttpResponse response = co_await one.run();
  co_return response;
}

// By value: it may outlive the client.
asio::awaitable<HttpResponse> perform(std::shared_ptr<CurlMulti> multi, HttpClientOptions client,
                                      HttpRequest request) {
  const auto start = std::chrono::steady_clock::now();
  const HttpLimits limits = request.limits;
  for (int followed = 0;; ++followed) {
    require_usable(request);
    if (client.public_only) require_public(request);
    const milliseconds left = limits.total - since(start);
    if (left <= milliseconds(0))
      fail(request, HttpFailure::Kind::timeout, "no complete answer in time");
    HttpResponse response = co_await transfer(multi, client, request, left);
    if (limits.redirects <= 0 || !is_redirect(response.status, response.headers)) {
      response.time = since(start);
      co_return response;
    }
    if (followed >= limits.redirects)
      fail(request, HttpFailure::Kind::redirects,
           "more than " + std::to_string(limits.redirects) + " redirects");
    request = redirected(std::move(request), response);
  }
}

}  // namespace

HttpClient::HttpClient(asio::any_io_executor executor, HttpClientOptions options) {
  if (options.certificates.empty())
    if (const char* file = std::getenv("SSL_CERT_FILE")) options.certificates = file;
  auto shared = std::make_shared<Shared>();
  shared->multi = std::make_shared<CurlMulti>(std::move(executor), options.connections_kept);
  shared->options = std::move(options);
  shared_ = std::move(shared);
}

HttpClient::~HttpClient() = default;
HttpClient::HttpClient(HttpClient&&) noexcept = default;
HttpClient& HttpClient::operator=(HttpClient&&) noexcept = default;

asio::awaitable<HttpResponse> HttpClient::send(HttpRequest request) {
  return perform(shared_->multi, shared_->options, std::move(request));
}

}  // namespace assay::io
