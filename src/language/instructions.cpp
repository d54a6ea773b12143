#include "language/instructions.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <tuple>
#include <utility>

#include "language/beginning.h"
#include "language/instruction_list.h"
#include "language/phrase_patterns.h"
#include "language/utf8.h"

namespace assay::language {
namespace {

constexpr std::size_t most_read = std::size_t{2} << 20;  // bytes
constexpr std::size_t most_around = 200;                 // bytes of a sentence shown on each side
constexpr std::size_t longest_passage = 1'000;           // bytes
constexpr std::size_t least_invisible = 8;               // characters in a row that write something
constexpr std::size_t most_matches = 1'000;              // more say no more
constexpr std::string_view invisible_kind = "holds invisible text";

// The kinds of the list, as records and reports name them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kinds{{
    {"ignore", "asks to ignore instructions"},
    {"role", "speaks to a language model"},
    {"prompt", "speaks of a system prompt"},
    {"marker", "holds marks of a chat with a model"},
    {"answer", "says in which form to answer"},
    {"verdict", "says what to conclude"},
}};

std::string_view in_words(std::string_view kind) {
  for (const auto& [name, words] : kinds)
    if (name == kind) return words;
  return kind;
}

const PhrasePatterns& patterns() {
  static const PhrasePatterns list(instruction_list());
  return list;
}

// Letters that nobody sees and programs read: Unicode's tags, and the selectors that some use as
// bytes.
bool writes_invisibly(char32_t point) {
  return (point >= 0xE0020 && point < 0xE007F) || (point >= 0xE0100 && point < 0xE01F0);
}

bool is_space(char32_t point) {
  return point <= 0x20 || point == 0xA0 || (point >= 0x2000 && point <= 0x200F) ||
         point == 0x2028 || point == 0x2029 || point == 0x202F || point == 0x2060 ||
         point == 0x3000 || point == 0xFEFF || point == 0xAD;
}

// The text without spaces, its ASCII letters small, and where each byte of it stood.
struct Compact {
  std::string text;
  std::vector<std::uint32_t> at;
};

Compact compact(std::string_view text) {
  Compact result;
  result.text.reserve(text.size());
  result.at.reserve(text.size() + 1);
  for (std::size_t at = 0; at < text.size();) {
    const auto begin = at;
    auto point = decode(text, at);
    if (is_space(point)) continue;
    if (point >= 0xFF01 && point <= 0xFF5E) point -= 0xFEE0;  // as wide as Han characters
    if (point >= 'A' && point <= 'Z') point += 'a' - 'A';
    append(result.text, point);
    result.at.resize(result.text.size(), static_cast<std::uint32_t>(begin));
  }
  result.at.push_back(static_cast<std::uint32_t>(text.size()));
  return result;
}

class Finder {
 public:
  explicit Finder(std::string_view text) : text_(text), patterns_(patterns()) {}

  std::vector<InstructionPassage> run(std::size_t most) {
    find_phrases();
    find_markers();
    find_invisible();
    std::ranges::sort(found_, {}, [](const InstructionPassage& one) {
      return std::tuple(one.span.begin, one.span.end, one.kind);
    });
    std::vector<InstructionPassage> passages;
    for (const auto& one : found_)
      if (!passages.empty() && one.span.begin < passages.back().span.end)
        extend(passages.back().span, one.span.end);
      else if (passages.size() < most)
        passages.push_back(one);
      else
        break;
    return passages;
  }

 private:
  void add(std::string_view kind, Span span) {
    if (found_.size() < most_matches) found_.push_back({in_words(kind), span});
  }

  static void extend(Span& span, std::size_t end) {
    if (end - span.begin <= longest_passage) span.end = std::max(span.end, end);
  }

  void find_phrases() {
    words_ = patterns_.words(text_);
    for (const auto& match : patterns_.find(words_))
      add(match.kind, sentence_around(match.first, match.end - 1));
  }

  // The sentence that holds the words, as far as it is near.
  Span sentence_around(std::size_t first, std::size_t last) const {
    auto begin = first;
    while (begin > 0 && !words_[begin].starts &&
           words_[first].begin - words_[begin - 1].begin <= most_around)
      --begin;
    auto end = last;
    while (end + 1 < words_.size() && !words_[end + 1].starts &&
           words_[end + 1].end - words_[last].end <= most_around)
      ++end;
    return {words_[begin].begin, words_[end].end};
  }

  void find_markers() {
    const auto all = compact(text_);
    for (const auto& marker : patterns_.markers())
      for (auto at = all.text.find(marker.text); at != std::string::npos;
           at = all.text.find(marker.text, at + marker.text.size())) {
        // Where its last character ends: where the next one begins, but for the spaces between.
        std::size_t end = all.at[at + marker.text.size() - 1];
        decode(text_, end);
        add(marker.kind, {all.at[at], end});
      }
  }

  void find_invisible() {
    std::size_t row = 0;
    std::size_t from = 0;
    for (std::size_t at = 0; at <= text_.size();) {
      const auto begin = at;
      const bool more = at < text_.size();
      const auto point = more ? decode(text_, at) : U' ';
      if (!more) ++at;
      if (writes_invisibly(point)) {
        if (row++ == 0) from = begin;
        continue;
      }
      if (row >= least_invisible) add(invisible_kind, {from, begin});
      row = 0;
    }
  }

  std::string_view text_;
  const PhrasePatterns& patterns_;
  std::vector<PhraseWord> words_;
  std::vector<InstructionPassage> found_;
};

}  // namespace

std::vector<InstructionPassage> instructions_to_models(std::string_view text, std::size_t most) {
  return Finder(beginning(text, most_read)).run(most);
}

}  // namespace assay::language
