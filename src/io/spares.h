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
  // Does `work` with a spare one, or with what `make` makes where none is there. It is kept for the
  // next, also where the work throws `Expected`, which is no fault of it; after any other exception
  // it is let go.
  template <class Expected, class Make, class Work>
  auto use(const Make& make, const Work& work) {
    std::unique_ptr<T> one = take();
    if (!one) one = make();
    try {
      auto result = work(*one);
      put_back(std::move(one));
      return result;
    } catch (const Expected&) {
      put_back(std::move(one));
      throw;
    }
  }

 private:
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

  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> idle_;
};

}  // namespace assay::io
