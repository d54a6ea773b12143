#include "retrieval/index/vocabulary.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>

#include "retrieval/index/bytes.h"

namespace assay::retrieval {
namespace {

constexpr std::size_t first_size = 1024;

std::size_t hash(std::uint64_t low, std::uint64_t high) {
  std::uint64_t mixed = (low ^ (high * 0x9E3779B97F4A7C15)) * 0xD6E8FEB86659FD93;
  mixed ^= mixed >> 32;
  return static_cast<std::size_t>(mixed * 0x9E3779B97F4A7C15 >> 24);
}

std::uint64_t low_bytes(std::uint64_t word, std::size_t count) {
  return count >= 8 ? word : word & ((std::uint64_t{1} << (8 * count)) - 1);
}

}  // namespace

Vocabulary::Vocabulary() : words_(first_size), terms_(first_size) {}

Vocabulary::Word Vocabulary::word_of(std::string_view bytes, language::SegmentKind kind,
                                     language::StemmerId stemmer) {
  Word word;
  word.low = low_bytes(load<std::uint64_t>(bytes.data()), bytes.size());
  if (bytes.size() > 8)
    word.high = low_bytes(load<std::uint64_t>(bytes.data() + 8), bytes.size() - 8);
  // What stands in the last byte is never all zero.
  word.high |= static_cast<std::uint64_t>((static_cast<unsigned>(kind) + 1) << 5 | stemmer) << 56;
  return word;
}

void Vocabulary::expect(std::string_view bytes, language::SegmentKind kind,
                        language::StemmerId stemmer) const {
  if (bytes.size() >= text_padding) return;
  const Word word = word_of(bytes, kind, stemmer);
  __builtin_prefetch(&words_[hash(word.low, word.high) & (words_.size() - 1)]);
}

std::uint32_t Vocabulary::id(std::string_view bytes, language::SegmentKind kind,
                             language::StemmerId stemmer) {
  if (bytes.size() >= text_padding) return make(bytes, kind, stemmer);
  Word wanted = word_of(bytes, kind, stemmer);
  const std::size_t mask = words_.size() - 1;
  for (std::size_t at = hash(wanted.low, wanted.high) & mask;; at = (at + 1) & mask) {
    Word& word = words_[at];
    if (word.low == wanted.low && word.high == wanted.high) return word.id;
    if (word.high != 0) continue;
    wanted.id = make(bytes, kind, stemmer);
    word = wanted;
    if (++word_count_ * 2 > words_.size()) grow_words();
    return wanted.id;
  }
}

std::uint32_t Vocabulary::make(std::string_view bytes, language::SegmentKind kind,
                               language::StemmerId stemmer) {
  language::StemmerId used = language::no_stemmer;
  std::string key(1, '\0');
  key += maker_.stem(bytes, kind, stemmer, used);
  if (key.size() == 1) return no_term;
  key[0] = static_cast<char>(used);
  return intern(key);
}

std::uint32_t Vocabulary::intern(std::string_view key_bytes) {
  const std::size_t mask = terms_.size() - 1;
  for (std::size_t at = std::hash<std::string_view>()(key_bytes) & mask;; at = (at + 1) & mask) {
    if (terms_[at] == 0) {
      const std::uint32_t id = size();
      terms_[at] = id + 1;
      keys_ += key_bytes;
      ends_.push_back(static_cast<std::uint32_t>(keys_.size()));
      if (ends_.size() * 2 > terms_.size()) grow_terms();
      return id;
    }
    if (key(terms_[at] - 1) == key_bytes) return terms_[at] - 1;
  }
}

void Vocabulary::grow_words() {
  std::vector<Word> old(words_.size() * 2);
  old.swap(words_);
  const std::size_t mask = words_.size() - 1;
  for (const Word& word : old) {
    if (word.high == 0) continue;
    std::size_t at = hash(word.low, word.high) & mask;
    while (words_[at].high != 0) at = (at + 1) & mask;
    words_[at] = word;
  }
}

void Vocabulary::grow_terms() {
  terms_.assign(terms_.size() * 2, 0);
  const std::size_t mask = terms_.size() - 1;
  for (std::uint32_t id = 0; id < size(); ++id) {
    std::size_t at = std::hash<std::string_view>()(key(id)) & mask;
    while (terms_[at] != 0) at = (at + 1) & mask;
    terms_[at] = id + 1;
  }
}

const std::vector<std::uint32_t>& Vocabulary::sorted() {
  const auto before = [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); };
  std::vector<std::uint32_t> added(size() - sorted_.size());
  std::iota(added.begin(), added.end(), static_cast<std::uint32_t>(sorted_.size()));
  std::sort(added.begin(), added.end(), before);
  std::vector<std::uint32_t> all(size());
  std::merge(sorted_.begin(), sorted_.end(), added.begin(), added.end(), all.begin(), before);
  sorted_ = std::move(all);
  return sorted_;
}

std::size_t Vocabulary::bytes() const {
  return words_.size() * sizeof(Word) + keys_.size() +
         (ends_.size() + terms_.size() + sorted_.size()) * sizeof(std::uint32_t);
}

void Vocabulary::clear() {
  words_ = std::vector<Word>(first_size);
  word_count_ = 0;
  keys_ = {};
  ends_ = {};
  terms_ = std::vector<std::uint32_t>(first_size);
  sorted_ = {};
}

}  // namespace assay::retrieval
