#pragma once
#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <memory>

namespace assay::models {

// How many calls may be under way to one server at once. It adapts: halved where the server says
// that it is too much (429), and one more after as many successes in a row as may be under way. For
// one event loop; calls that wait are let in in the order in which they came.
class CallLimit {
 public:
  struct State;

  // A call that is under way, until this ends.
  class Slot {
   public:
    explicit Slot(std::shared_ptr<State> state);
    ~Slot();
    Slot(Slot&& other) noexcept;
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;
    Slot& operator=(Slot&&) = delete;

    // How the call went. Calls that began before the last halving halve no more: they all met the
    // same wall.
    void limited();
    void succeeded();

   private:
    std::shared_ptr<State> state_;
    std::size_t halvings_;  // that there had been when the call began
  };

  // `most`: the bound at first, and the highest later; 1 or more.
  explicit CallLimit(std::size_t most = 500);

  // Waits until another call may begin. Throws operation_aborted where the caller is cancelled.
  boost::asio::awaitable<Slot> enter();

  std::size_t bound() const;      // how many may be under way now
  std::size_t under_way() const;  // how many are

 private:
  std::shared_ptr<State> state_;
};

}  // namespace assay::models
