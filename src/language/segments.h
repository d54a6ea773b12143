#pragma once
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace assay::language {

enum class SegmentKind : std::uint8_t {
  word,      // has a letter
  number,    // digits with their separators: 27.6, 1,000, 1.000.000
  pair,      // two neighbours of a Han, kana or Hangul run, or the one that has no neighbour
  single,    // one character of such a run, beside its pairs
  compound,  // the words of COVID-19 or e-mail together, beside its parts
  part       // the number of 27.6bn or 1970s, the word and the number of covid19, beside the whole
};

// Bytes [begin, end) of the text, and the place in the order of words that it counts for. What
// stands beside another (single, compound, part) has the place of that other.
struct Segment {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t position = 0;
  SegmentKind kind = SegmentKind::word;
};

// Splits text into words by Unicode's properties. For one thread at a time.
class Segmenter {
 public:
  Segmenter();
  ~Segmenter();
  Segmenter(Segmenter&&) noexcept;
  Segmenter& operator=(Segmenter&&) noexcept;

  // Appends the segments of the text, in the order of their beginnings as far as they are of one
  // kind. Returns how many places they take, counted from `first`: the next free place. The text
  // is below 4 GB; bytes that are not UTF-8 separate words.
  std::uint32_t split(std::string_view text, std::vector<Segment>& segments,
                      std::uint32_t first = 0);

 private:
  struct Dictionary;  // ICU's, loaded when the first Thai, Lao, Khmer or Burmese letter is met
  std::unique_ptr<Dictionary> dictionary_;
};

}  // namespace assay::language
