#pragma once
#include <curl/curl.h>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <unordered_map>

// For sources of io/ only: it brings libcurl and Asio's timers.
namespace assay::io {

// libcurl's transfers on an event loop: curl says which sockets and which moment it waits for, and
// is called when one of them comes. Everything happens on the thread of the executor, which must be
// one. Owned by shared_ptr, since handlers may still wait in the loop's queue when it ends.
class CurlMulti : public std::enable_shared_from_this<CurlMulti> {
 public:
  // Told once when the transfer has ended by itself. Called from inside libcurl's loop: it may not
  // add or remove transfers.
  using Ended = std::function<void(CURLcode)>;

  // `connections_kept`: how many idle connections wait for their next use.
  CurlMulti(boost::asio::any_io_executor executor, long connections_kept);
  ~CurlMulti();
  CurlMulti(const CurlMulti&) = delete;
  CurlMulti& operator=(const CurlMulti&) = delete;

  const boost::asio::any_io_executor& executor() const { return executor_; }

  // Starts the transfer; `ended` must live until remove(). Throws std::runtime_error.
  void add(CURL* transfer, const Ended* ended);
  // Ends the transfer, wherever it stands.
  void remove(CURL* transfer);

 private:
  struct Socket;
  static int on_socket(CURL*, curl_socket_t number, int what, void* self, void*);
  static int on_timer(CURLM*, long milliseconds, void* self);
  void watch(curl_socket_t number, int what);
  void set_timer(long milliseconds);
  void arm(curl_socket_t number, const std::shared_ptr<Socket>& socket);
  void arm_one(curl_socket_t number, const std::shared_ptr<Socket>& socket, int direction);
  void act(curl_socket_t number, int events);
  void report_ended();

  struct Cleanup {
    void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
  };
  boost::asio::any_io_executor executor_;
  boost::asio::steady_timer timer_;
  std::unordered_map<curl_socket_t, std::shared_ptr<Socket>> sockets_;
  std::unique_ptr<CURLM, Cleanup> multi_;  // last, for it calls back while it ends
};

}  // namespace assay::io
