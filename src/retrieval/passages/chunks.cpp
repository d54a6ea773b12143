#include "retrieval/passages/chunks.h"

#include <algorithm>

namespace assay::retrieval {
namespace {

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, begins_character));
}

// Where the first `most` characters of the span end.
std::size_t end_of(std::string_view text, language::Span span, std::size_t most) {
  std::size_t at = span.begin;
  for (std::size_t seen = 0; at < span.end; ++at)
    if (begins_character(text[at]) && ++seen > most) break;
  return at;
}

// Packs spans that come in order.
class Packer {
 public:
  Packer(std::string_view text, std::size_t most) : text_(text), most_(most) {}

  void add(language::Span span) {
    const auto more = characters(text_.substr(end_, span.end - end_));  // with what is between
    if (length_ == 0 || length_ + more > most_) return begin(span);
    length_ += more;
    end_ = packed_.back().end = span.end;
  }
  std::vector<language::Span> take() { return std::move(packed_); }

 private:
  // A sentence can be longer where `most` is small.
  void begin(language::Span span) {
    while (span.begin < span.end) {
      end_ = end_of(text_, span, most_);
      packed_.push_back({span.begin, end_});
      length_ = characters(text_.substr(span.begin, end_ - span.begin));
      span.begin = end_;
    }
  }

  std::string_view text_;
  std::size_t most_;
  std::vector<language::Span> packed_;
  std::size_t length_ = 0;  // of the last, in characters
  std::size_t end_ = 0;     // of the last, in bytes
};

}  // namespace

std::vector<language::Span> chunks(std::string_view text, std::size_t most) {
  const auto found = language::sentences(text);
  return chunks(text, found, most);
}

std::vector<language::Span> chunks(std::string_view text, std::span<const language::Span> sentences,
                                   std::size_t most) {
  Packer packer(text, std::max<std::size_t>(most, 1));
  for (const auto& sentence : sentences) {
    if (sentence.end - sentence.begin <= most) {
      packer.add(sentence);
      continue;
    }
    // What was given as one may be several.
    const auto part = text.substr(sentence.begin, sentence.end - sentence.begin);
    for (const auto& inner : language::sentences(part))
      packer.add({sentence.begin + inner.begin, sentence.begin + inner.end});
  }
  auto packed = packer.take();
  if (packed.empty()) packed.push_back({0, 0});
  return packed;
}

}  // namespace assay::retrieval
