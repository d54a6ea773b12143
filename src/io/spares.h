#pragma once
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace assay::io {

// Things of which each serves one thread at a time: as many as are in use at once, kept for the
// next who needs one. Thread-safe.
template <class T>
class Spares {
 public:
  // A spare one; null where none is there, and the caller makes one.
  std::unique_ptr<T> take() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return nullptr;
    auto one = std::move(idle_.back());
    idle_.pop_back();
    return one;
  }

  void put_back(std::unique_ptr<T> one) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(one));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> idle_;
};

}  // namespace assay::io
