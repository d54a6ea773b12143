#pragma once
#include <sys/types.h>

#include <boost/asio/any_io_executor.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace assay::web {

struct ProxyOptions {
  uid_t user = 0;              // whose connections are served
  bool private_hosts = false;  // also addresses that are none of the public internet
  // `http://HOST:PORT` through which everything goes; it resolves the names, so that hosts are
  // judged by what they are called alone. Empty: none.
  std::string upstream;
  std::size_t connections = 32;               // at once; more wait
  std::size_t bytes = 64 << 20;               // of all connections, both ways
  std::size_t head = 256 << 10;               // of a request's or an answer's head
  std::chrono::milliseconds connect{10'000};  // until a connection stands
  std::chrono::milliseconds idle{20'000};     // a connection without a byte
  std::chrono::milliseconds total{120'000};   // of a connection
};

// The only way to the net that a page has: an HTTP proxy at a port of 127.0.0.1, for one page and
// as long as this object lives. It serves one user of this machine, resolves names itself, connects
// to exactly the address that it has judged to be public (io/address_policy.h), and only to ports
// of web servers. For one event loop.
class PageProxy {
 public:
  // Why it did not bring a host.
  struct Refusal {
    enum class Kind { forbidden, unreachable } kind = Kind::forbidden;
    std::string why;
  };

  // Throws std::runtime_error where no port can be opened.
  PageProxy(boost::asio::any_io_executor executor, ProxyOptions options);
  ~PageProxy();  // close()
  PageProxy(const PageProxy&) = delete;
  PageProxy& operator=(const PageProxy&) = delete;

  std::uint16_t port() const;
  std::string url() const;  // http://127.0.0.1:PORT
  // The last refusal of that host, as an address names it.
  std::optional<Refusal> refusal(const std::string& host) const;
  std::size_t bytes() const;
  bool over_bytes() const;  // then nothing passes any more
  std::size_t open_connections() const;
  // Ends all connections.
  void close();

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

}  // namespace assay::web
