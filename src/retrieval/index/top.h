#pragma once
#include <algorithm>
#include <cstddef>
#include <vector>

#include "retrieval/index/query.h"
#include "retrieval/index/score.h"

namespace assay::retrieval {

// The best documents so far. They are offered in ascending order, so that of equals the first
// stays.
class Top {
 public:
  explicit Top(std::size_t size) : size_(size) {}

  // A document must score more than this to be taken.
  Units threshold() const { return heap_.size() < size_ ? 0 : heap_.front().score; }

  // `score` is above the threshold.
  void take(std::uint32_t document, Units score) {
    if (heap_.size() == size_) {
      std::pop_heap(heap_.begin(), heap_.end(), better);
      heap_.pop_back();
    }
    heap_.push_back({score, document});
    std::push_heap(heap_.begin(), heap_.end(), better);
  }

  std::vector<ScoredDocument> sorted() {
    std::sort(heap_.begin(), heap_.end(), better);
    std::vector<ScoredDocument> documents;
    documents.reserve(heap_.size());
    for (const Entry& entry : heap_)
      documents.push_back({entry.document, static_cast<double>(entry.score) / units_per_score});
    return documents;
  }

 private:
  struct Entry {
    Units score;
    std::uint32_t document;
  };
  static bool better(const Entry& a, const Entry& b) {
    return a.score != b.score ? a.score > b.score : a.document < b.document;
  }
  std::size_t size_;
  std::vector<Entry> heap_;  // the worst in front
};

}  // namespace assay::retrieval
