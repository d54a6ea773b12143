#pragma once
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "models/llama_host.h"

namespace assay::models {

// What is loaded, by what it was loaded from and for.
struct LlamaHost::Impl {
  explicit Impl(LlamaOptions wanted) : options(wanted) {}

  // What is kept under the key, or what `make` loads. Loads one at a time.
  template <class T>
  std::shared_ptr<T> get(std::map<std::string, std::weak_ptr<T>>& kept, const std::string& key,
                         const std::function<std::shared_ptr<T>()>& make) {
    const std::lock_guard lock(mutex);
    if (auto found = kept[key].lock()) return found;
    auto made = make();
    kept[key] = made;
    return made;
  }

  const LlamaOptions options;
  std::mutex mutex;
  std::map<std::string, std::weak_ptr<LlamaEngine>> engines;
  std::map<std::string, std::weak_ptr<LlamaReader>> encoders;
};

}  // namespace assay::models
