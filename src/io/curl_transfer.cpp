#include "io/curl_transfer.h"

#include <sys/socket.h>

#include <boost/asio/error.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>
#include <new>
#include <utility>

#include "io/address_policy.h"
#include "io/curl_errors.h"
#include "io/curl_url.h"
#include "io/http_failure.h"
#include "io/http_text.h"

namespace assay::io {

namespace asio = boost::asio;

CurlTransfer::CurlTransfer(std::shared_ptr<CurlMulti> multi, const HttpRequest& request,
                           CurlTransferOptions options)
    : multi_(std::move(multi)),
      request_(request),
      options_(std::move(options)),
      easy_(curl_easy_init()),
      event_(multi_->executor(), asio::steady_timer::time_point::max()) {
  if (!easy_) throw std::bad_alloc();
  ended_ = [this](CURLcode code) {
    code_ = code;
    done_ = true;
    event_.cancel();
  };
  set_up();
}

CurlTransfer::~CurlTransfer() {
  if (added_) multi_->remove(easy_.get());
}

void CurlTransfer::set_up() {
  CURL* easy = easy_.get();
  curl_easy_setopt(easy, CURLOPT_URL, request_.url.c_str());
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_2TLS));
  if (!request_.sink) curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");  // all that it can undo
  curl_easy_setopt(easy, CURLOPT_USERAGENT, options_.user_agent.c_str());
  curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, error_.data());
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  // A name that is still being looked up is left to its thread instead of waited for.
  curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &CurlTransfer::on_body);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, this);
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, &CurlTransfer::on_header);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, this);
  if (!options_.certificates.empty())
    curl_easy_setopt(easy, CURLOPT_CAINFO, options_.certificates.c_str());
  set_proxy();
  set_limits();
  set_headers();
  set_body();
}

// Proxies come from the environment; this machine itself is reached through none.
void CurlTransfer::set_proxy() {
  CURL* easy = easy_.get();
  if (!options_.proxy.empty()) {
    curl_easy_setopt(easy, CURLOPT_PROXY, options_.proxy.c_str());
    curl_easy_setopt(easy, CURLOPT_NOPROXY, "");
    return;
  }
  const auto url = CurlUrl::parse(request_.url);
  if (options_.public_only || (url && url->is_loopback()))
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
  if (!options_.public_only) return;
  curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, &CurlTransfer::on_connect);
  curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, this);
}

// Asked of every address that is about to be connected to: no name can answer otherwise in between.
curl_socket_t CurlTransfer::on_connect(void* self, curlsocktype, curl_sockaddr* address) {
  auto& transfer = *static_cast<CurlTransfer*>(self);
  if (const auto why = why_not_public(address->addr); !why.empty()) {
    transfer.refused_ = why;
    return CURL_SOCKET_BAD;
  }
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

void CurlTransfer::set_limits() {
  CURL* easy = easy_.get();
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS,
                   static_cast<long>(std::max<std::int64_t>(1, request_.limits.connect.count())));
  curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS,
                   static_cast<long>(std::max<std::int64_t>(1, options_.total.count())));
  if (request_.limits.stall.count() > 0) {
    curl_easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(
        easy, CURLOPT_LOW_SPEED_TIME,
        static_cast<long>(std::max<std::int64_t>(1, request_.limits.stall.count() / 1000)));
  }
  // Ends at the header where the server says itself that it is too much.
  curl_easy_setopt(easy, CURLOPT_MAXFILESIZE_LARGE,
                   static_cast<curl_off_t>(std::max<std::size_t>(1, request_.limits.body)));
}

void CurlTransfer::set_headers() {
  const auto add = [&](const std::string& line) {
    curl_slist* longer = curl_slist_append(headers_.get(), line.c_str());
    if (longer == nullptr) throw std::bad_alloc();
    static_cast<void>(headers_.release());  // it begins the longer list
    headers_.reset(longer);
  };
  bool typed = false;
  for (const auto& header : request_.headers) {
    typed = typed || same_header(header.name, "Content-Type");
    // libcurl's way to say that a header is there and empty.
    add(header.value.empty() ? header.name + ";" : header.name + ": " + header.value);
  }
  add("Expect:");  // or it waits a second for a permission that many servers never give
  if (!typed) add("Content-Type:");  // nothing is said of a body of which nothing is known
  curl_easy_setopt(easy_.get(), CURLOPT_HTTPHEADER, headers_.get());
}

void CurlTransfer::set_body() {
  CURL* easy = easy_.get();
  if (request_.method == "HEAD") {
    curl_easy_setopt(easy, CURLOPT_NOBODY, 1L);
    return;
  }
  if (request_.method == "GET" && request_.body.empty()) return;
  if (request_.method == "POST" || !request_.body.empty()) {
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE,
                     static_cast<curl_off_t>(request_.body.size()));
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, request_.body.c_str());  // not copied
  }
  curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request_.method.c_str());
}

std::size_t CurlTransfer::on_body(const char* bytes, std::size_t one, std::size_t count,
                                  void* self) {
  auto& transfer = *static_cast<CurlTransfer*>(self);
  const std::size_t size = one * count;
  try {
    return transfer.take_body({bytes, size}) ? size : size + 1;  // any other number ends it
  } catch (...) {
    transfer.sink_error_ = std::current_exception();
    return size + 1;
  }
}

std::size_t CurlTransfer::on_header(const char* line, std::size_t one, std::size_t count,
                                    void* self) {
  auto& transfer = *static_cast<CurlTransfer*>(self);
  const std::size_t size = one * count;
  try {
    return transfer.take_header({line, size}) ? size : size + 1;
  } catch (...) {
    return size + 1;
  }
}

bool CurlTransfer::take_body(std::string_view bytes) {
  if (bytes.size() > request_.limits.body - body_bytes_) {
    broken_ = Bound::body;
    return false;
  }
  body_bytes_ += bytes.size();
  if (request_.sink && response_.status == 0) {
    long status = 0;
    curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &status);
    response_.status = static_cast<int>(status);
    response_.url = request_.url;
  }
  if (request_.sink && response_.status >= 200 && response_.status < 300)
    request_.sink(response_, bytes);
  else
    response_.body.append(bytes);
  return true;
}

bool CurlTransfer::take_header(std::string_view line) {
  header_bytes_ += line.size();
  if (header_bytes_ > request_.limits.headers) {
    broken_ = Bound::headers;
    return false;
  }
  if (line.starts_with("HTTP/")) response_.headers.clear();  // after an answer like 100 Continue
  const auto colon = line.find(':');
  if (colon == std::string_view::npos || colon == 0) return true;
  response_.headers.push_back(
      {std::string(line.substr(0, colon)), std::string(trimmed(line.substr(colon + 1)))});
  return true;
}

asio::awaitable<HttpResponse> CurlTransfer::run() {
  multi_->add(easy_.get(), &ended_);
  added_ = true;
  while (!done_) {
    boost::system::error_code ignored;
    co_await event_.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    const auto state = co_await asio::this_coro::cancellation_state;
    if (!done_ && state.cancelled() != asio::cancellation_type::none)
      throw boost::system::system_error(asio::error::operation_aborted);
  }
  co_return result();
}

HttpResponse CurlTransfer::result() {
  if (sink_error_) std::rethrow_exception(sink_error_);
  if (code_ != CURLE_OK) fail();
  long status = 0;
  curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &status);
  response_.status = static_cast<int>(status);
  response_.url = request_.url;
  return std::move(response_);
}

std::string CurlTransfer::bound_that_broke() const {
  if (broken_ == Bound::headers)
    return "the answer's headers are longer than " + std::to_string(request_.limits.headers) +
           " bytes";
  if (broken_ == Bound::body || code_ == CURLE_FILESIZE_EXCEEDED)
    return "the answer is longer than " + std::to_string(request_.limits.body) + " bytes";
  return {};
}

// Did it end for want of bytes, before its time was over?
bool CurlTransfer::stalled() const {
  if (code_ != CURLE_OPERATION_TIMEDOUT || request_.limits.stall.count() <= 0) return false;
  curl_off_t microseconds = 0;
  curl_easy_getinfo(easy_.get(), CURLINFO_TOTAL_TIME_T, &microseconds);
  return microseconds / 1000 + 500 < options_.total.count();
}

void CurlTransfer::fail() const {
  const auto secrets = secrets_of(request_);
  const auto shown = hide_secrets(shown_url(request_.url), secrets);
  if (const auto bound = bound_that_broke(); !bound.empty())
    throw HttpFailure(HttpFailure::Kind::too_large, shown + ": " + bound);
  if (!refused_.empty() && code_ == CURLE_COULDNT_CONNECT)
    throw HttpFailure(HttpFailure::Kind::forbidden,
                      shown + ": not fetched, for its host has " + std::string(refused_));
  const auto kind = failure_kind(code_);
  if (stalled())
    throw HttpFailure(kind, shown + ": nothing came for " +
                                std::to_string(request_.limits.stall.count() / 1000) + " s");
  auto reason = failure_reason(easy_.get(), code_, request_.limits.connect, request_.limits.total);
  // What libcurl says of a certificate is worth reading; of other things it may repeat the address.
  if (kind == HttpFailure::Kind::tls && error_.front() != '\0')
    reason += ": " + hide_secrets(one_line(error_.data(), 200), secrets);
  throw HttpFailure(kind, shown + ": " + reason);
}

}  // namespace assay::io
