#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "language/terms.h"

namespace assay::retrieval {

// Bytes that may be read behind a text given to Vocabulary::id: short words are compared whole.
inline constexpr std::size_t text_padding = 16;

// Numbers the terms of one thread, and remembers which words they came from, so that a word is
// folded and stemmed once.
class Vocabulary {
 public:
  Vocabulary();

  static constexpr std::uint32_t no_term = 0xFFFFFFFF;
  // The term of these bytes; no_term where nothing of them is left. text_padding bytes behind them
  // can be read.
  std::uint32_t id(std::string_view bytes, language::SegmentKind kind, language::StemmerId stemmer);

  // Has the memory look for what id() of the same will need, when that is called a little later.
  void expect(std::string_view bytes, language::SegmentKind kind,
              language::StemmerId stemmer) const;

  std::uint32_t size() const { return static_cast<std::uint32_t>(ends_.size()); }
  // The stemmer's byte and the stem.
  std::string_view key(std::uint32_t id) const {
    const std::uint32_t begin = id == 0 ? 0 : ends_[id - 1];
    return std::string_view(keys_).substr(begin, ends_[id] - begin);
  }
  // All numbers in the order of their keys.
  const std::vector<std::uint32_t>& sorted();

  std::size_t bytes() const;
  void clear();

 private:
  struct Word {  // up to 15 bytes of a word, its kind and stemmer in the last; no word: all zero
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    std::uint32_t id = 0;
  };
  static Word word_of(std::string_view bytes, language::SegmentKind kind,
                      language::StemmerId stemmer);
  std::uint32_t make(std::string_view bytes, language::SegmentKind kind,
                     language::StemmerId stemmer);
  std::uint32_t intern(std::string_view key);
  void grow_words();
  void grow_terms();

  language::TermMaker maker_;
  std::vector<Word> words_;  // open addressing, at most half full
  std::size_t word_count_ = 0;
  std::string keys_;
  std::vector<std::uint32_t> ends_;
  std::vector<std::uint32_t> terms_;  // open addressing: number + 1
  std::vector<std::uint32_t> sorted_;
};

}  // namespace assay::retrieval
