#include "retrieval/index/cursor.h"

#include <algorithm>

namespace assay::retrieval {

Cursor::Cursor(const IndexData& index, const TermEntry& term)
    : index_(&index), total_(term.documents), positions_(term.positions) {
  open_term(term);
}

Cursor::Cursor(const IndexData& index, std::vector<Posting> postings)
    : index_(&index),
      total_(static_cast<std::uint32_t>(postings.size())),
      found_(std::move(postings)) {
  for (std::size_t begin = 0; begin < found_.size(); begin += block_size) {
    const std::size_t stop = std::min(begin + block_size, found_.size());
    Bound bound{found_[stop - 1].document, 0, UINT32_MAX};
    for (std::size_t i = begin; i < stop; ++i) {
      bound.most = std::max(bound.most, found_[i].frequency);
      bound.shortest = std::min(bound.shortest, index_->length(found_[i].document));
    }
    bounds_.push_back(bound);
  }
}

void Cursor::open_term(const TermEntry& term) {
  if (term.documents <= block_size) {
    data_ = term.postings;
    // One block: it is read at once, which is as quick as to bound it.
    bounds_.push_back({end - 1, 0, UINT32_MAX});
    if (!read_block(0)) return finish();
    Bound& bound = bounds_.front();
    bound.last = documents_[count_ - 1];
    for (std::size_t i = 0; i < count_; ++i) {
      bound.most = std::max(bound.most, frequencies_[i]);
      bound.shortest = std::min(bound.shortest, index_->length(documents_[i]));
    }
    return;
  }
  const std::size_t blocks = (std::size_t{term.documents} + block_size - 1) / block_size;
  if (term.postings.size() / sizeof(SkipEntry) < blocks) return finish();
  skips_ = term.postings.substr(0, blocks * sizeof(SkipEntry));
  data_ = term.postings.substr(skips_.size());
  bounds_.reserve(blocks);
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < blocks; ++i) {
    const auto entry = load<SkipEntry>(skips_.data() + i * sizeof(SkipEntry));
    if (entry.last >= index_->documents() || entry.last < before) return finish();
    before = std::uint64_t{entry.last} + 1;
    bounds_.push_back({entry.last, entry.most, entry.shortest});
  }
}

void Cursor::finish() {
  bounds_.clear();
  total_ = 0;
  block_ = 0;
  loaded_ = false;
  at_ = count_ = 0;
}

std::size_t Cursor::block_of(std::uint32_t document) const {
  std::size_t block = block_;
  // Near at first, then by halves: most steps are short.
  std::size_t step = 1;
  while (block + step < bounds_.size() && bounds_[block + step - 1].last < document) {
    block += step;
    step *= 2;
  }
  const auto first = bounds_.begin() + static_cast<std::ptrdiff_t>(block);
  const auto stop =
      bounds_.begin() + static_cast<std::ptrdiff_t>(std::min(block + step, bounds_.size()));
  const auto found = std::lower_bound(
      first, stop, document, [](const Bound& bound, std::uint32_t d) { return bound.last < d; });
  return static_cast<std::size_t>(found - bounds_.begin());
}

std::uint32_t Cursor::seek(std::uint32_t document) {
  if (loaded_ && at_ < count_ && documents_[at_] >= document) return documents_[at_];
  if (!loaded_ || bounds_.empty() || bounds_[block_].last < document) {
    if (bounds_.empty()) return end;
    const std::size_t block = block_of(document);
    if (block == bounds_.size()) {
      block_ = bounds_.size() - 1;
      loaded_ = true;
      at_ = count_ = 0;
      return end;
    }
    if ((!loaded_ || block != block_) && !read_block(block)) {
      finish();
      return end;
    }
  }
  const std::uint32_t* first = documents_.data() + at_;
  const std::uint32_t* stop = documents_.data() + count_;
  at_ = static_cast<std::size_t>(std::lower_bound(first, stop, document) - documents_.data());
  return this->document();
}

bool Cursor::read_block(std::size_t block) {
  block_ = block;
  loaded_ = true;
  at_ = 0;
  place_ = nullptr;
  count_ = std::min<std::size_t>(block_size, total_ - block * block_size);
  if (!found_.empty()) {
    for (std::size_t i = 0; i < count_; ++i) {
      documents_[i] = found_[block * block_size + i].document;
      frequencies_[i] = found_[block * block_size + i].frequency;
    }
    return true;
  }
  const std::size_t offset =
      skips_.empty() ? 0 : load<SkipEntry>(skips_.data() + block * sizeof(SkipEntry)).offset;
  if (offset > data_.size()) return false;
  const char* const begin = data_.data() + offset;
  const char* const stop = data_.data() + data_.size();
  const bool read =
      count_ == block_size ? read_packed(begin, stop) : read_tail(begin, stop, count_);
  return read && (skips_.empty() || documents_[count_ - 1] == bounds_[block].last);
}

// From gaps to documents, of which each is behind the one before: nothing but the last needs a
// look.
bool Cursor::read_packed(const char* at, const char* stop) {
  if (stop - at < 2) return false;
  const unsigned gap_width = static_cast<unsigned char>(at[0]);
  const unsigned rest_width = static_cast<unsigned char>(at[1]);
  at += 2;
  if (gap_width > 32 || rest_width > 32 ||
      static_cast<std::size_t>(stop - at) < packed_bytes(gap_width) + packed_bytes(rest_width))
    return false;
  unpack(at, gap_width, documents_.data());
  unpack(at + packed_bytes(gap_width), rest_width, frequencies_.data());
  std::uint64_t next = block_ == 0 ? 0 : std::uint64_t{bounds_[block_ - 1].last} + 1;
  for (std::size_t i = 0; i < block_size; ++i) {
    next += documents_[i];
    documents_[i] = static_cast<std::uint32_t>(next++);
    ++frequencies_[i];
  }
  return next <= index_->documents();
}

bool Cursor::read_tail(const char* at, const char* stop, std::size_t count) {
  std::uint64_t next = block_ == 0 ? 0 : std::uint64_t{bounds_[block_ - 1].last} + 1;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t head = 0;
    std::uint64_t frequency = 1;
    if (!take_varint(at, stop, head)) return false;
    if ((head & 1) == 0 && !take_varint(at, stop, frequency)) return false;
    next += head >> 1;
    if (head >> 1 > UINT32_MAX || next >= index_->documents() || frequency > UINT32_MAX)
      return false;
    documents_[i] = static_cast<std::uint32_t>(next++);
    frequencies_[i] = static_cast<std::uint32_t>(frequency);
  }
  return true;
}

void Cursor::positions(std::vector<std::uint32_t>& places) {
  places.clear();
  if (at_ >= count_ || !found_.empty()) return;
  const char* const stop = positions_.data() + positions_.size();
  if (place_ == nullptr || place_of_ > at_) {
    const std::uint64_t offset =
        skips_.empty() ? 0 : load<SkipEntry>(skips_.data() + block_ * sizeof(SkipEntry)).positions;
    place_ = positions_.data() + std::min<std::uint64_t>(offset, positions_.size());
    place_of_ = 0;
  }
  std::uint64_t skipped = 0;
  for (; place_of_ < at_; ++place_of_) skipped += frequencies_[place_of_];
  place_ = skip_varints(place_, stop, skipped);
  std::uint64_t place = 0;
  std::uint64_t gap = 0;
  const char* at = place_;
  for (std::uint32_t i = 0; i < frequencies_[at_] && take_varint(at, stop, gap); ++i) {
    place += gap;
    if (place > UINT32_MAX) return;
    places.push_back(static_cast<std::uint32_t>(place));
  }
}

}  // namespace assay::retrieval
