#pragma once
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <memory>
#include <string>

#include "io/http_failure.h"
#include "io/http_message.h"

namespace assay::io {

struct HttpClientOptions {
  std::string user_agent = "Assay";
  long connections_kept = 600;  // idle ones that wait for their next use
  // A file of the certificate authorities that are trusted. Empty: the file that the environment
  // names in SSL_CERT_FILE, else the system's.
  std::string certificates;
  // Connect to addresses of the public internet alone (address_policy.h), whatever a name is
  // resolved to and whatever its next answer is. The environment's proxies are not used then.
  bool public_only = false;
  // `http://HOST:PORT` through which everything goes; it resolves the names, so that `public_only`
  // can judge hosts by what they are called alone. Empty: as said above.
  std::string proxy;
};

// Asks servers over HTTP/1.1 and HTTP/2, any number of requests at once; connections are kept and
// compression is undone. Proxies come from the environment (http_proxy, https_proxy, all_proxy,
// no_proxy), but this machine itself is never asked through one. No cookies, no caches.
class HttpClient {
 public:
  // `executor` belongs to one event loop that one thread runs; send() is awaited on it.
  explicit HttpClient(boost::asio::any_io_executor executor, HttpClientOptions options = {});
  ~HttpClient();
  HttpClient(HttpClient&&) noexcept;
  HttpClient& operator=(HttpClient&&) noexcept;

  // The server's answer, whatever its status. Throws HttpFailure where there is no whole answer
  // within the request's limits, and system_error(operation_aborted) where the caller is cancelled,
  // which ends the transfer at once. May go on when the client is gone. Where a connection that was
  // kept turns out to have ended before a byte of the answer, the request is sent once more.
  //
  // Redirects, where allowed: of 303, and of 301 and 302 after a POST, the next request is a GET
  // without a body. To another server (scheme, host or port) goes no header that is secret, and
  // none of Authorization, Proxy-Authorization and Cookie. From https to http none is followed.
  boost::asio::awaitable<HttpResponse> send(HttpRequest request);

 private:
  struct Shared;
  std::shared_ptr<const Shared> shared_;
};

}  // namespace assay::io
