#pragma once
#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::io {

struct HttpHeader {
  std::string name;
  std::string value;
  // A key or a password: its value appears in no message, and a redirect to another server is
  // followed without it.
  bool secret = false;
};

// What one request may take. Each bound ends the transfer with an HttpFailure.
struct HttpLimits {
  std::size_t body = 16 << 20;                // bytes of the answer, after decompression
  std::size_t headers = 64 << 10;             // bytes of all header lines of an answer
  std::chrono::milliseconds connect{10'000};  // until the connection stands, TLS included
  std::chrono::milliseconds total{60'000};    // from the start to the last byte, redirects included
  std::chrono::milliseconds stall{0};         // the longest without a byte; 0: any
  int redirects = 0;                          // how many are followed; 0: a 3xx is an answer
};

struct HttpResponse;

// Takes the body of an answer as it comes, instead of memory: of answers with a status of success
// alone, and as it was sent (no compression is asked for). `head` has all but the body and the
// time. What it throws ends the transfer and is thrown by whoever asked.
using BodySink = std::function<void(const HttpResponse& head, std::string_view bytes)>;

struct HttpRequest {
  std::string method = "GET";
  std::string url;  // http or https; a user and password in it are sent and never shown
  std::vector<HttpHeader> headers;
  std::string body;
  HttpLimits limits;
  BodySink sink;  // empty: the body is HttpResponse::body
};

struct HttpResponse {
  int status = 0;
  std::string url;  // that answered: another than was asked for where a redirect was followed
  std::vector<HttpHeader> headers;
  std::string body;
  std::chrono::milliseconds time{0};  // from the start to the last byte

  // The value of the first header of that name, whose case does not matter.
  std::optional<std::string_view> header(std::string_view name) const;
};

}  // namespace assay::io
