#include "retrieval/index/run_reader.h"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>

#include "assay/core/error.h"
#include "retrieval/index/bytes.h"

namespace assay::retrieval {
namespace {

constexpr std::size_t longest_numbers = 40;  // four varints

std::uint64_t prefix_of(std::string_view key) {
  std::uint64_t word = 0;
  std::memcpy(&word, key.data(), std::min<std::size_t>(key.size(), 8));
  return __builtin_bswap64(word);
}

}  // namespace

RunReader::RunReader(std::string_view bytes) : bytes_(bytes) {}

RunReader::RunReader(int file, std::uint64_t offset, std::uint64_t size, std::size_t buffer)
    : file_(file), offset_(offset), left_(size), capacity_(buffer) {}

void RunReader::need(std::size_t count) {
  if (bytes_.size() - at_ >= count || left_ == 0) return;
  buffer_.erase(0, at_);
  at_ = 0;
  const std::size_t have = buffer_.size();
  const std::size_t want =
      static_cast<std::size_t>(std::min<std::uint64_t>(left_, std::max(count, capacity_) - have));
  buffer_.resize(have + want);
  for (std::size_t got = 0; got < want;) {
    const auto n =
        ::pread(file_, buffer_.data() + have + got, want - got, static_cast<off_t>(offset_ + got));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) throw core::InputError("cannot read back what was written while indexing");
    got += static_cast<std::size_t>(n);
  }
  offset_ += want;
  left_ -= want;
  bytes_ = buffer_;
}

std::uint64_t RunReader::number() {
  const char* at = bytes_.data() + at_;
  std::uint64_t value = 0;
  if (!take_varint(at, bytes_.data() + bytes_.size(), value))
    throw core::InputError("cannot read back what was written while indexing");
  at_ = static_cast<std::size_t>(at - bytes_.data());
  return value;
}

bool RunReader::next() {
  need(longest_numbers);
  if (at_ == bytes_.size()) return false;
  const std::uint64_t key_size = number();
  need(key_size + longest_numbers);
  const std::size_t key_at = at_;
  at_ += key_size;
  documents_ = number();
  const std::uint64_t postings = number();
  const std::uint64_t positions = number();
  const std::size_t header = at_ - key_at;
  at_ = key_at;  // what need() drops must not hold the key
  need(header + postings + positions);
  const char* key = bytes_.data() + at_;
  key_ = {key, key_size};
  prefix_ = prefix_of(key_);
  postings_ = {key + header, postings};
  positions_ = {key + header + postings, positions};
  at_ += header + postings + positions;
  if (at_ > bytes_.size())
    throw core::InputError("cannot read back what was written while indexing");
  return true;
}

}  // namespace assay::retrieval
