#include "web/fetch/host_gate.h"

#include <algorithm>
#include <boost/asio/error.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>
#include <list>
#include <map>
#include <utility>

namespace assay::web {
namespace {

namespace asio = boost::asio;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

}  // namespace

struct HostGate::Host {
  std::size_t running = 0;
  steady_clock::time_point next{};       // when the next may begin
  std::list<asio::steady_timer*> queue;  // of those who wait, first come first

  // The first who waits looks again whether it may begin.
  void wake_first() {
    if (!queue.empty()) queue.front()->cancel();
  }
};

struct HostGate::State {
  Politeness politeness;
  std::map<std::string, std::shared_ptr<Host>> hosts;
};

namespace {

// One who waits, in the queue for as long as it does.
class Waiting {
 public:
  Waiting(HostGate::Host& host, asio::steady_timer& timer)
      : host_(host), place_(host.queue.insert(host.queue.end(), &timer)) {}
  ~Waiting() {
    host_.queue.erase(place_);
    host_.wake_first();
  }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
  bool first() const { return host_.queue.begin() == place_; }

 private:
  HostGate::Host& host_;
  std::list<asio::steady_timer*>::iterator place_;
};

asio::awaitable<HostGate::Pass> wait_for_turn(std::shared_ptr<HostGate::Host> host,
                                              std::size_t at_once, milliseconds pause) {
  asio::steady_timer timer(co_await asio::this_coro::executor);
  const Waiting waiting(*host, timer);
  for (;;) {
    const auto now = steady_clock::now();
    const bool room = waiting.first() && host->running < at_once;
    if (room && now >= host->next) {
      host->next = now + pause;
      co_return HostGate::Pass(std::move(host));
    }
    timer.expires_at(room ? host->next : steady_clock::time_point::max());
    boost::system::error_code ignored;
    co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    const auto state = co_await asio::this_coro::cancellation_state;
    if (state.cancelled() != asio::cancellation_type::none)
      throw boost::system::system_error(asio::error::operation_aborted);
  }
}

}  // namespace

HostGate::Pass::Pass(std::shared_ptr<Host> host) : host_(std::move(host)) { ++host_->running; }
HostGate::Pass::Pass(Pass&& other) noexcept = default;
HostGate::Pass::~Pass() {
  if (!host_) return;
  --host_->running;
  host_->wake_first();
}

HostGate::HostGate(Politeness politeness) : state_(std::make_shared<State>()) {
  politeness.at_once = std::max<std::size_t>(1, politeness.at_once);
  state_->politeness = politeness;
}
HostGate::~HostGate() = default;
HostGate::HostGate(HostGate&&) noexcept = default;

asio::awaitable<HostGate::Pass> HostGate::enter(const std::string& host, milliseconds asked) {
  const auto& politeness = state_->politeness;
  auto& found = state_->hosts[host];
  if (!found) found = std::make_shared<Host>();
  const auto pause = std::max(politeness.pause, std::min(asked, politeness.longest_pause));
  return wait_for_turn(found, politeness.at_once, pause);
}

}  // namespace assay::web
