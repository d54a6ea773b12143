#pragma once
#include <curl/curl.h>

#include <array>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstddef>
#include <exception>
#include <memory>
#include <string>
#include <string_view>

#include "io/curl_multi.h"
#include "io/http_message.h"

namespace assay::io {

struct CurlTransferOptions {
  std::string user_agent;
  std::string certificates;  // a file with the authorities that are trusted; empty: the system's
  std::chrono::milliseconds total{};  // what is left of the request's time, over 0
  bool public_only = false;           // as HttpClientOptions has it
  std::string proxy;
};

// One request and its answer, no redirect followed. It ends with this object, wherever it stands.
class CurlTransfer {
 public:
  // `request` is usable (require_usable) and lives as long as this object.
  CurlTransfer(std::shared_ptr<CurlMulti> multi, const HttpRequest& request,
               CurlTransferOptions options);
  ~CurlTransfer();
  CurlTransfer(const CurlTransfer&) = delete;
  CurlTransfer& operator=(const CurlTransfer&) = delete;

  // Once. Throws HttpFailure, and operation_aborted where the caller is cancelled.
  boost::asio::awaitable<HttpResponse> run();

 private:
  static std::size_t on_body(const char* bytes, std::size_t one, std::size_t count, void* self);
  static std::size_t on_header(const char* line, std::size_t one, std::size_t count, void* self);
  static curl_socket_t on_connect(void* self, curlsocktype purpose, curl_sockaddr* address);
  void set_up();
  void set_proxy();
  void set_limits();
  void set_headers();
  void set_body();
  bool take_header(std::string_view line);
  bool take_body(std::string_view bytes);
  bool stalled() const;
  HttpResponse result();
  [[noreturn]] void fail() const;
  std::string bound_that_broke() const;

  struct Cleanup {
    void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
  };
  enum class Bound { none, body, headers };

  std::shared_ptr<CurlMulti> multi_;
  const HttpRequest& request_;
  CurlTransferOptions options_;
  std::unique_ptr<CURL, Cleanup> easy_;
  std::unique_ptr<curl_slist, Cleanup> headers_;
  std::array<char, CURL_ERROR_SIZE> error_{};
  HttpResponse response_;
  std::size_t header_bytes_ = 0;
  std::size_t body_bytes_ = 0;
  std::exception_ptr sink_error_;
  Bound broken_ = Bound::none;  // the limit that ended the transfer
  std::string_view refused_;    // why an address was not connected to
  bool added_ = false;
  bool done_ = false;
  CURLcode code_ = CURLE_OK;
  CurlMulti::Ended ended_;
  boost::asio::steady_timer event_;  // cancelled when the transfer has ended
};

}  // namespace assay::io
