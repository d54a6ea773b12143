#pragma once
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

namespace assay::web {

struct Politeness {
  std::size_t at_once = 4;               // requests to one host under way
  std::chrono::milliseconds pause{100};  // between the starts of two requests to one host
  std::chrono::milliseconds longest_pause{10'000};  // of those that robots.txt asks for
};

// Lets few requests to one host run at a time, and not too soon after each other. For one event
// loop; who waits is let in in the order of coming.
class HostGate {
 public:
  struct Host;

  // A request that is under way, until this ends.
  class Pass {
   public:
    explicit Pass(std::shared_ptr<Host> host);
    ~Pass();
    Pass(Pass&& other) noexcept;
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;
    Pass& operator=(Pass&&) = delete;

   private:
    std::shared_ptr<Host> host_;
  };

  explicit HostGate(Politeness politeness = {});
  ~HostGate();
  HostGate(HostGate&&) noexcept;

  // Waits for a turn. `asked` is a longer pause that the host's robots.txt asks for. Throws
  // operation_aborted where the caller is cancelled.
  boost::asio::awaitable<Pass> enter(const std::string& host, std::chrono::milliseconds asked);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace assay::web
