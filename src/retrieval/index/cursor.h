#pragma once
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "retrieval/index/bytes.h"
#include "retrieval/index/data.h"
#include "retrieval/index/format.h"

namespace assay::retrieval {

struct Posting {
  std::uint32_t document = 0;
  std::uint32_t frequency = 0;
};

// Walks over the documents that hold a term, forwards only, block by block. What the files hold is
// not trusted: at the first thing that cannot be, the list ends.
class Cursor {
 public:
  static constexpr std::uint32_t end = 0xFFFFFFFF;  // no document's number

  // The index must outlive the cursor.
  Cursor(const IndexData& index, const TermEntry& term);
  // Postings that were found, of a phrase.
  Cursor(const IndexData& index, std::vector<Posting> postings);

  // How many blocks there are, and what bounds the frequencies and lengths of each.
  std::size_t blocks() const { return bounds_.size(); }
  struct Bound {
    std::uint32_t last = 0;  // document
    std::uint32_t most = 0;
    std::uint32_t shortest = 0;
  };
  const Bound& bound(std::size_t block) const { return bounds_[block]; }
  // The first block that may hold `document` or one behind it, at or behind the current one;
  // blocks() where there is none. Reads no postings.
  std::size_t block_of(std::uint32_t document) const;

  // Goes to the first document at or behind `document`, and returns it; `end` where there is none.
  std::uint32_t seek(std::uint32_t document);
  std::uint32_t document() const { return at_ < count_ ? documents_[at_] : end; }
  std::uint32_t frequency() const { return frequencies_[at_]; }

  // Calls use(document, frequency) for each document from `from` up to, not including, `to`, and
  // stands behind them.
  template <class Use>
  void each(std::uint32_t from, std::uint32_t to, Use&& use) {
    for (std::uint32_t next = seek(from); next < to; next = seek(next)) {
      for (; at_ < count_ && documents_[at_] < to; ++at_) use(documents_[at_], frequencies_[at_]);
      if (at_ < count_) return;
      next = documents_[count_ - 1] + 1;  // the block is done
    }
  }

  // The places of the term in the current document, ascending. Empty where there are none to read.
  void positions(std::vector<std::uint32_t>& places);

 private:
  void open_term(const TermEntry& term);
  bool read_block(std::size_t block);
  bool read_packed(const char* at, const char* end);
  bool read_tail(const char* at, const char* end, std::size_t count);
  void finish();

  const IndexData* index_;
  std::uint32_t total_ = 0;
  std::vector<Bound> bounds_;
  std::vector<Posting> found_;  // of a phrase
  std::string_view skips_;
  std::string_view data_;
  std::string_view positions_;
  std::size_t block_ = 0;
  bool loaded_ = false;
  std::size_t at_ = 0;
  std::size_t count_ = 0;
  std::array<std::uint32_t, block_size> documents_;
  std::array<std::uint32_t, block_size> frequencies_;
  // Where the positions of documents_[place_of_] begin.
  std::size_t place_of_ = 0;
  const char* place_ = nullptr;
};

}  // namespace assay::retrieval
