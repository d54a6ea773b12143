#pragma once
#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "retrieval/vectors/vector_file.h"

namespace assay::retrieval {

// Keeps the `most` best of the rows that it is shown; of equals the lower one.
class BestRows {
 public:
  explicit BestRows(std::size_t most) : most_(most) {}

  static bool better(const ScoredRow& a, const ScoredRow& b) {
    return a.cosine != b.cosine ? a.cosine > b.cosine : a.row < b.row;
  }
  bool wants(const ScoredRow& one) const {
    return best_.size() < most_ || better(one, best_.front());
  }
  // One that it wants.
  void add(const ScoredRow& one) {
    if (best_.size() == most_) {
      std::ranges::pop_heap(best_, better);
      best_.pop_back();
    }
    best_.push_back(one);
    std::ranges::push_heap(best_, better);
  }
  // Best first. Once.
  std::vector<ScoredRow> sorted() {
    std::ranges::sort(best_, better);
    return std::move(best_);
  }

 private:
  std::size_t most_;
  std::vector<ScoredRow> best_;  // a heap, the worst in front
};

}  // namespace assay::retrieval
