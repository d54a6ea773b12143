#pragma once
#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace assay::retrieval {

inline unsigned threads_for(unsigned jobs) {
  return jobs != 0 ? jobs : std::max(1U, std::thread::hardware_concurrency());
}

// Work on several threads whose results are taken in the order of the items, so that nothing
// downstream depends on timing. At most `threads` + 2 results wait, which bounds the memory.
//
//   next():         the next item as an optional, nothing at the end. Called by one thread at a
//   time. make_worker():  called once on each thread; what it returns turns an item into a result,
//   and
//                   may keep what one thread needs for itself (a parser, a worker process).
//   take(result):   called on the calling thread, in order.
//
// What any of them throws is thrown here in its turn, after the results before it were taken.
template <class Next, class MakeWorker, class Take>
void in_order(unsigned threads, Next next, MakeWorker make_worker, Take take) {
  using Item = typename std::invoke_result_t<Next&>::value_type;
  using Worker = std::invoke_result_t<MakeWorker&>;
  using Result = std::invoke_result_t<Worker&, Item>;
  struct Slot {
    std::optional<Result> result;
    std::exception_ptr error;
  };
  std::mutex source_lock;  // guards `next` and `given`
  std::mutex lock;         // guards the rest
  std::condition_variable changed;
  std::map<std::uint64_t, Slot> finished;
  std::uint64_t given = 0;
  std::uint64_t taken = 0;
  std::uint64_t end = UINT64_MAX;  // number of items, once known
  bool stop = false;
  const std::uint64_t window = threads + 2;

  const auto may_start = [&](std::uint64_t number) { return stop || number < taken + window; };
  // Draws the next item with its number; nothing at the end or where all is to stop.
  const auto draw = [&](std::uint64_t& number) -> std::optional<Item> {
    const std::lock_guard source(source_lock);
    number = given;
    {
      std::unique_lock guard(lock);
      changed.wait(guard, [&] { return may_start(number); });
      if (stop || number >= end) return std::nullopt;
    }
    ++given;
    auto item = next();
    if (!item) {
      const std::lock_guard guard(lock);
      end = std::min(end, number);
    }
    return item;
  };
  const auto finish = [&](std::uint64_t number, Slot slot) {
    const std::lock_guard guard(lock);
    if (slot.error) end = std::min(end, number + 1);  // nothing after it is wanted
    finished.emplace(number, std::move(slot));
    changed.notify_all();
  };
  // A worker that could not be made fails in the place of the next item.
  const auto make = [&]() -> std::optional<Worker> {
    try {
      return make_worker();
    } catch (...) {
      const std::lock_guard source(source_lock);
      finish(given++, {std::nullopt, std::current_exception()});
      return std::nullopt;
    }
  };
  const auto work = [&](Worker& worker, Item item) -> Slot {
    try {
      return {worker(std::move(item)), nullptr};
    } catch (...) {
      return {std::nullopt, std::current_exception()};
    }
  };
  const auto run = [&] {
    auto worker = make();
    if (!worker) return;
    std::uint64_t number = 0;
    try {
      while (auto item = draw(number)) finish(number, work(*worker, std::move(*item)));
      changed.notify_all();
    } catch (...) {  // of next()
      finish(number, {std::nullopt, std::current_exception()});
    }
  };

  std::vector<std::jthread> workers;
  const auto halt = [&] {
    {
      const std::lock_guard guard(lock);
      stop = true;
    }
    changed.notify_all();
    workers.clear();  // joins
  };
  try {
    for (unsigned i = 0; i < threads; ++i) workers.emplace_back(run);
    for (;;) {
      Slot slot;
      {
        std::unique_lock guard(lock);
        changed.wait(guard, [&] { return finished.contains(taken) || taken >= end; });
        const auto found = finished.find(taken);
        if (found == finished.end()) break;
        slot = std::move(found->second);
        finished.erase(found);
        ++taken;
      }
      changed.notify_all();
      if (slot.error) std::rethrow_exception(slot.error);
      take(std::move(*slot.result));
    }
  } catch (...) {
    halt();
    throw;
  }
  halt();
}

}  // namespace assay::retrieval
