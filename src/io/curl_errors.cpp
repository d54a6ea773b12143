#include "io/curl_errors.h"

#include <cstring>

namespace assay::io {
namespace {

using Kind = HttpFailure::Kind;

std::string shown(std::chrono::milliseconds time) {
  const auto count = time.count();
  return count % 1000 == 0 ? std::to_string(count / 1000) + " s" : std::to_string(count) + " ms";
}

std::string refused_reason(CURL* easy) {
  long number = 0;
  curl_easy_getinfo(easy, CURLINFO_OS_ERRNO, &number);
  if (number == 0) return "no connection";
  return std::string("no connection: ") + std::strerror(static_cast<int>(number));
}

std::string timeout_reason(CURL* easy, std::chrono::milliseconds connect,
                           std::chrono::milliseconds total) {
  curl_off_t ready = 0;  // when the request could be sent; 0: it never could
  curl_easy_getinfo(easy, CURLINFO_PRETRANSFER_TIME_T, &ready);
  if (ready == 0) return "no connection within " + shown(std::min(connect, total));
  return "no complete answer within " + shown(total);
}

}  // namespace

Kind failure_kind(CURLcode code) {
  switch (code) {
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
      // The address was looked at before, so that this speaks of the answer (HTTP/0.9).
      return Kind::not_http;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
      return Kind::unresolved;
    case CURLE_COULDNT_CONNECT:
    case CURLE_PROXY:
    case CURLE_INTERFACE_FAILED:
      return Kind::refused;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
    case CURLE_USE_SSL_FAILED:
      return Kind::tls;
    case CURLE_OPERATION_TIMEDOUT:
      return Kind::timeout;
    case CURLE_FILESIZE_EXCEEDED:
      return Kind::too_large;
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
      return Kind::cut_off;
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_BAD_CONTENT_ENCODING:
      return Kind::not_http;
    default:
      return Kind::other;
  }
}

std::string failure_reason(CURL* easy, CURLcode code, std::chrono::milliseconds connect,
                           std::chrono::milliseconds total) {
  switch (failure_kind(code)) {
    case Kind::unresolved:
      return code == CURLE_COULDNT_RESOLVE_PROXY ? "the proxy's host is unknown"
                                                 : "the host is unknown";
    case Kind::refused:
      return code == CURLE_PROXY ? "no connection through the proxy" : refused_reason(easy);
    case Kind::tls:
      return "no secure connection";
    case Kind::timeout:
      return timeout_reason(easy, connect, total);
    case Kind::cut_off:
      return "the connection ended before the answer did";
    case Kind::not_http:
      return "the answer can't be read as HTTP";
    default:
      return std::string("the request failed (") + curl_easy_strerror(code) + ")";
  }
}

}  // namespace assay::io
