#include "models/call_limit.h"

#include <algorithm>
#include <boost/asio/error.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>
#include <list>
#include <utility>

namespace assay::models {
namespace {

namespace asio = boost::asio;

struct Waiter {
  explicit Waiter(const asio::any_io_executor& executor)
      : event(executor, asio::steady_timer::time_point::max()) {}
  asio::steady_timer event;  // cancelled when the call may begin
  bool let_in = false;
};

}  // namespace

struct CallLimit::State {
  std::size_t most = 1;
  std::size_t bound = 1;
  std::size_t under_way = 0;
  std::size_t successes = 0;  // since the bound last changed
  std::size_t halvings = 0;
  std::list<Waiter*> waiting;

  void let_in() {
    while (under_way < bound && !waiting.empty()) {
      Waiter& next = *waiting.front();
      waiting.pop_front();
      ++under_way;
      next.let_in = true;
      next.event.cancel();
    }
  }
  void leave() {
    --under_way;
    let_in();
  }
};

namespace {

using State = CallLimit::State;

// A place in the queue; given up where the wait ends otherwise than by being let in.
class Place {
 public:
  Place(State& state, Waiter& waiter) : state_(state), waiter_(waiter) {
    state_.waiting.push_back(&waiter_);
  }
  ~Place() {
    if (!waiter_.let_in) state_.waiting.remove(&waiter_);
  }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

 private:
  State& state_;
  Waiter& waiter_;
};

// By value: it may outlive the limit.
asio::awaitable<CallLimit::Slot> enter_one(std::shared_ptr<State> state) {
  if (state->waiting.empty() && state->under_way < state->bound) {
    ++state->under_way;
    co_return CallLimit::Slot(std::move(state));
  }
  Waiter waiter(co_await asio::this_coro::executor);
  const Place place(*state, waiter);
  while (!waiter.let_in) {
    boost::system::error_code ignored;
    co_await waiter.event.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    const auto cancelled = co_await asio::this_coro::cancellation_state;
    if (!waiter.let_in && cancelled.cancelled() != asio::cancellation_type::none)
      throw boost::system::system_error(asio::error::operation_aborted);
  }
  co_return CallLimit::Slot(state);
}

}  // namespace

CallLimit::Slot::Slot(std::shared_ptr<State> state)
    : state_(std::move(state)), halvings_(state_->halvings) {}

CallLimit::Slot::Slot(Slot&& other) noexcept
    : state_(std::move(other.state_)), halvings_(other.halvings_) {}

CallLimit::Slot::~Slot() {
  if (state_) state_->leave();
}

void CallLimit::Slot::limited() {
  if (halvings_ != state_->halvings) return;
  ++state_->halvings;
  state_->successes = 0;
  state_->bound = std::max<std::size_t>(1, state_->bound / 2);
}

void CallLimit::Slot::succeeded() {
  if (state_->bound == state_->most || ++state_->successes < state_->bound) return;
  state_->successes = 0;
  ++state_->bound;
  state_->let_in();
}

CallLimit::CallLimit(std::size_t most) : state_(std::make_shared<State>()) {
  state_->most = std::max<std::size_t>(1, most);
  state_->bound = state_->most;
}

asio::awaitable<CallLimit::Slot> CallLimit::enter() { return enter_one(state_); }

std::size_t CallLimit::bound() const { return state_->bound; }
std::size_t CallLimit::under_way() const { return state_->under_way; }

}  // namespace assay::models
