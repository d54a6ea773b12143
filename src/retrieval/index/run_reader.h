#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace assay::retrieval {

// Reads the bytes of a Run term by term.
class RunReader {
 public:
  // A run in memory, which must outlive the reader.
  explicit RunReader(std::string_view bytes);
  // `size` bytes at `offset` of an open file, `buffer` bytes at a time or what one term needs.
  RunReader(int file, std::uint64_t offset, std::uint64_t size, std::size_t buffer);

  // Goes to the next term, the first at the first call. False at the end.
  bool next();

  // Of the term; valid until next().
  std::string_view key() const { return key_; }
  // The key's first eight bytes as a number, which orders most keys at once.
  std::uint64_t prefix() const { return prefix_; }
  std::uint64_t documents() const { return documents_; }
  std::string_view postings() const { return postings_; }
  std::string_view positions() const { return positions_; }

 private:
  // Makes `count` bytes available at at_, or as many as there are.
  void need(std::size_t count);
  std::uint64_t number();

  int file_ = -1;
  std::uint64_t offset_ = 0;  // in the file, of what is not in the buffer yet
  std::uint64_t left_ = 0;    // bytes there
  std::string buffer_;
  std::size_t capacity_ = 0;
  std::string_view bytes_;  // the buffer, or the run in memory
  std::size_t at_ = 0;
  std::string_view key_;
  std::uint64_t prefix_ = 0;
  std::uint64_t documents_ = 0;
  std::string_view postings_;
  std::string_view positions_;
};

}  // namespace assay::retrieval
