#include "io/curl_multi.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <boost/asio/error.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <chrono>
#include <ctime>
#include <new>
#include <stdexcept>
#include <utility>

namespace assay::io {
namespace {

namespace asio = boost::asio;
using Descriptor = asio::posix::stream_descriptor;

// OpenSSL writes to sockets without MSG_NOSIGNAL, so that a server that hung up would end the
// program. Blocks the signal for this thread while libcurl works, and takes one that came.
class NoPipeSignal {
 public:
  NoPipeSignal() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoPipeSignal() {
    if (sigismember(&before_, SIGPIPE) == 1) return;
    const timespec at_once{};
    while (sigtimedwait(&pipe_, nullptr, &at_once) > 0) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoPipeSignal(const NoPipeSignal&) = delete;
  NoPipeSignal& operator=(const NoPipeSignal&) = delete;

 private:
  sigset_t pipe_{};
  sigset_t before_{};
};

void start_curl_once() {
  static const CURLcode started = curl_global_init(CURL_GLOBAL_DEFAULT);
  if (started != CURLE_OK) throw std::runtime_error("libcurl can't be started");
}

}  // namespace

// A duplicate of the descriptor of libcurl's, which may close its own before we let go of it.
struct CurlMulti::Socket {
  Socket(const asio::any_io_executor& executor, int duplicate) : descriptor(executor, duplicate) {}
  Descriptor descriptor;
  int wanted = 0;  // CURL_POLL_IN, CURL_POLL_OUT
  int armed = 0;   // of these, what a wait is under way for
};

CurlMulti::CurlMulti(asio::any_io_executor executor, long connections_kept)
    : executor_(std::move(executor)), timer_(executor_) {
  start_curl_once();
  multi_.reset(curl_multi_init());
  if (!multi_) throw std::bad_alloc();
  curl_multi_setopt(multi_.get(), CURLMOPT_SOCKETFUNCTION, &CurlMulti::on_socket);
  curl_multi_setopt(multi_.get(), CURLMOPT_SOCKETDATA, this);
  curl_multi_setopt(multi_.get(), CURLMOPT_TIMERFUNCTION, &CurlMulti::on_timer);
  curl_multi_setopt(multi_.get(), CURLMOPT_TIMERDATA, this);
  curl_multi_setopt(multi_.get(), CURLMOPT_MAXCONNECTS, connections_kept);
}

CurlMulti::~CurlMulti() {
  const NoPipeSignal quiet;
  multi_.reset();
}

void CurlMulti::add(CURL* transfer, const Ended* ended) {
  const NoPipeSignal quiet;
  curl_easy_setopt(transfer, CURLOPT_PRIVATE, ended);
  if (const auto code = curl_multi_add_handle(multi_.get(), transfer); code != CURLM_OK)
    throw std::runtime_error(curl_multi_strerror(code));
}

void CurlMulti::remove(CURL* transfer) {
  const NoPipeSignal quiet;
  curl_multi_remove_handle(multi_.get(), transfer);
}

int CurlMulti::on_socket(CURL*, curl_socket_t number, int what, void* self, void*) {
  try {
    static_cast<CurlMulti*>(self)->watch(number, what);
    return 0;
  } catch (...) {  // nothing may be thrown through libcurl: -1 ends the transfer
    return -1;
  }
}

int CurlMulti::on_timer(CURLM*, long milliseconds, void* self) {
  try {
    static_cast<CurlMulti*>(self)->set_timer(milliseconds);
    return 0;
  } catch (...) {
    return -1;
  }
}

void CurlMulti::watch(curl_socket_t number, int what) {
  const auto found = sockets_.find(number);
  if (what == CURL_POLL_REMOVE) {
    if (found == sockets_.end()) return;
    const auto socket = found->second;
    sockets_.erase(found);
    socket->wanted = 0;
    boost::system::error_code ignored;
    socket->descriptor.close(ignored);
    return;
  }
  auto socket = found == sockets_.end() ? nullptr : found->second;
  if (!socket) {
    const int duplicate = ::fcntl(number, F_DUPFD_CLOEXEC, 0);
    if (duplicate < 0) throw std::runtime_error("no more descriptors");
    socket = std::make_shared<Socket>(executor_, duplicate);
    sockets_.emplace(number, socket);
  }
  socket->wanted = what & CURL_POLL_INOUT;
  arm(number, socket);
}

void CurlMulti::arm(curl_socket_t number, const std::shared_ptr<Socket>& socket) {
  arm_one(number, socket, CURL_POLL_IN);
  arm_one(number, socket, CURL_POLL_OUT);
}

void CurlMulti::arm_one(curl_socket_t number, const std::shared_ptr<Socket>& socket,
                        int direction) {
  if ((socket->wanted & direction) == 0 || (socket->armed & direction) != 0) return;
  socket->armed |= direction;
  const bool in = direction == CURL_POLL_IN;
  auto ready = [weak = weak_from_this(), number, socket,
                direction](const boost::system::error_code& error) {
    socket->armed &= ~direction;
    const auto self = weak.lock();
    if (!self || error || (socket->wanted & direction) == 0) return;
    self->act(number, direction == CURL_POLL_IN ? CURL_CSELECT_IN : CURL_CSELECT_OUT);
    self->arm(number, socket);  // wants nothing any more where libcurl has let go of it
  };
  socket->descriptor.async_wait(in ? Descriptor::wait_read : Descriptor::wait_write,
                                std::move(ready));
}

void CurlMulti::set_timer(long milliseconds) {
  if (milliseconds < 0) {
    timer_.cancel();
    return;
  }
  timer_.expires_after(std::chrono::milliseconds(milliseconds));
  timer_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
    if (const auto self = weak.lock(); self && !error) self->act(CURL_SOCKET_TIMEOUT, 0);
  });
}

void CurlMulti::act(curl_socket_t number, int events) {
  const NoPipeSignal quiet;
  int running = 0;
  curl_multi_socket_action(multi_.get(), number, events, &running);
  report_ended();
}

void CurlMulti::report_ended() {
  int left = 0;
  while (const CURLMsg* message = curl_multi_info_read(multi_.get(), &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    const CURLcode result = message->data.result;
    Ended* ended = nullptr;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &ended);
    if (ended != nullptr) (*ended)(result);
  }
}

}  // namespace assay::io
