#include "language/sentences.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <string>

#include "language/abbreviations.h"
#include "language/fold.h"
#include "language/utf8.h"

namespace assay::language {
namespace {

constexpr std::size_t longest_sentence = 2000;

bool ascii_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_space(char32_t c) {
  return c < 0x80 ? ascii_space(static_cast<char>(c))
                  : u_isUWhiteSpace(static_cast<UChar32>(c)) != 0;
}
bool is_upper(char32_t c) { return u_isupper(static_cast<UChar32>(c)) != 0; }
bool is_lower(char32_t c) { return u_islower(static_cast<UChar32>(c)) != 0; }
bool is_letter(char32_t c) { return u_isalpha(static_cast<UChar32>(c)) != 0; }
bool is_digit(char32_t c) { return c >= '0' && c <= '9'; }

// Ends a sentence wherever it stands: scripts without spaces, and those with a full stop of their
// own.
bool always_ends(char32_t c) {
  switch (c) {
    case 0x3002:
    case 0xFF01:
    case 0xFF1F:
    case 0xFF61:  // 。！？｡
    case 0x061F:
    case 0x06D4:
    case 0x0964:
    case 0x0965:  // ؟ ۔ । ॥
    case 0x104B:
    case 0x17D4:
    case 0x0589:
    case 0x1362:
    case 0x203C:
    case 0x2047:
      return true;
    default:
      return false;
  }
}

// Ends a sentence where white space follows.
bool may_be_end(char32_t c) { return c == '.' || c == '!' || c == '?' || c == 0x2026; }

bool closes(char32_t c) {
  switch (c) {
    case '"':
    case '\'':
    case ')':
    case ']':
    case '}':
    case 0x201D:
    case 0x2019:
    case 0xBB:
    case 0x300D:
    case 0x300F:
    case 0xFF09:
    case 0x3011:
    case 0x300B:
    case 0x201C:
    case 0x203A:
      return true;
    default:
      return false;
  }
}

class Splitter {
 public:
  Splitter(std::string_view text, std::vector<Span>& spans) : text_(text), spans_(spans) {}

  // Splits one block, bytes [begin, end).
  void block(std::size_t begin, std::size_t end) {
    end_ = end;
    start_ = begin;
    for (std::size_t at = begin; at < end;) {
      const auto byte = static_cast<unsigned char>(text_[at]);
      if (byte < 0x80 && byte != '.' && byte != '!' && byte != '?') {
        ++at;
        continue;
      }
      const std::size_t mark = at;
      const char32_t c = decode(text_, at);
      if (always_ends(c) || may_be_end(c)) at = consider(mark, at, c);
    }
    add(start_, end);
  }

 private:
  char32_t peek(std::size_t at) const { return at < end_ ? decode(text_, at) : 0; }

  std::size_t skip_spaces(std::size_t at) const {
    while (at < end_) {
      std::size_t next = at;
      if (!is_space(decode(text_, next))) break;
      at = next;
    }
    return at;
  }

  // At a mark that may end the sentence: ends it where it does. Returns where to read on.
  std::size_t consider(std::size_t mark, std::size_t next, char32_t c) {
    bool certain = always_ends(c);
    std::size_t at = next;
    bool dots = false;
    while (at < end_) {  // ?!, ..., and what closes
      std::size_t after = at;
      const char32_t more = decode(text_, after);
      if (!always_ends(more) && !may_be_end(more) && !closes(more)) break;
      if (closes(more) && opens_word(at, after)) break;
      dots = dots || more == '.';
      certain = certain || always_ends(more);
      at = after;
    }
    if (at < end_ && text_[at] == '[') at = over_footnotes(at);
    if (at >= end_) return end_;
    const char32_t follows = peek(at);
    if (!certain && !is_space(follows)) {
      if (c == '.' && !dots && at == next && run_together(mark, at)) return finish(at);
      return at;
    }
    const std::size_t word = skip_spaces(at);
    if (!certain && !ends_before(mark, word, c, dots)) return at;
    return finish(at);
  }

  // "(" and quotation marks after a space open: `. 'Twas`.
  bool opens_word(std::size_t at, std::size_t after) const {
    return at > start_ && is_space(static_cast<unsigned char>(text_[at - 1])) && after < end_;
  }

  // [1][23]
  std::size_t over_footnotes(std::size_t at) const {
    std::size_t end = at;
    while (end < end_ && text_[end] == '[') {
      std::size_t close = end + 1;
      while (close < end_ && close < end + 5 && is_digit(text_[close])) ++close;
      if (close == end + 1 || close >= end_ || text_[close] != ']') break;
      end = close + 1;
    }
    return end;
  }

  std::size_t finish(std::size_t at) {
    add(start_, at);
    start_ = at;
    return at;
  }

  // `...the end.The next`: the space is missing.
  bool run_together(std::size_t mark, std::size_t at) const {
    if (mark < start_ + 3) return false;
    for (std::size_t i = mark - 3; i < mark; ++i)
      if (text_[i] < 'a' || text_[i] > 'z') return false;
    std::size_t second = at;
    return is_upper(decode(text_, second)) && is_lower(peek(second)) && second + 2 < end_;
  }

  // The letters, digits and points before the mark.
  std::string_view word_before(std::size_t mark) const {
    std::size_t begin = mark;
    while (begin > start_) {
      std::size_t previous = begin - 1;
      while (previous > start_ && (static_cast<unsigned char>(text_[previous]) & 0xC0) == 0x80)
        --previous;
      std::size_t after = previous;
      const char32_t c = decode(text_, after);
      if (!is_letter(c) && !is_digit(c) && c != '.') break;
      begin = previous;
      if (mark - begin > 40) break;
    }
    return text_.substr(begin, mark - begin);
  }

  std::string_view word_at(std::size_t at) const {
    std::size_t end = at;
    while (end < end_ && end - at < 40) {
      std::size_t next = end;
      if (!is_letter(decode(text_, next))) break;
      end = next;
    }
    return text_.substr(at, end - at);
  }

  bool ends_before(std::size_t mark, std::size_t word, char32_t c, bool dots) const {
    const char32_t first = peek(word);
    if (is_lower(first)) return false;
    if (c != '.' || dots) return true;
    const std::string_view before = word_before(mark);
    if (before.empty()) return true;
    const std::string_view after = word_at(word);
    if (std::all_of(before.begin(), before.end(), is_digit)) {
      const bool list = text_.data() + start_ == before.data() || only_space_before(before);
      return !(list && before.size() <= 3) && !(before.size() <= 2 && german_month(after));
    }
    return !abbreviation(before, after, first);
  }

  bool only_space_before(std::string_view word) const {
    const auto begin = static_cast<std::size_t>(word.data() - text_.data());
    return skip_spaces(start_) == begin;
  }

  bool abbreviation(std::string_view before, std::string_view after, char32_t first) const {
    std::size_t at = 0;
    const char32_t initial = decode(before, at);
    const bool single = at == before.size() && is_letter(initial);
    if (single && before == "I") return !begins_sentences(after);
    if (single && initial < 0x3000) return is_upper(initial) || before == "p" || is_digit(first);
    const bool acronym = before.find('.') != std::string_view::npos;
    const std::string folded = fold_case(before);
    if (leads_on(folded)) return true;
    if (folded == "no" || folded == "nos") return is_digit(first) && is_upper(initial);
    if (acronym || may_end(folded)) return !begins_sentences(after) && is_letter(first);
    return false;
  }

  // Adds what is not white space, in pieces of bearable length.
  void add(std::size_t begin, std::size_t end) {
    begin = std::min(skip_spaces(begin), end);
    while (end > begin) {
      std::size_t previous = end - 1;
      while (previous > begin && (static_cast<unsigned char>(text_[previous]) & 0xC0) == 0x80)
        --previous;
      std::size_t after = previous;
      if (!is_space(decode(text_, after)) || after != end) break;
      end = previous;
    }
    while (end - begin > longest_sentence) {
      const std::size_t cut = place_to_cut(begin);
      const std::size_t piece_end = cut;
      spans_.push_back({begin, piece_end});
      begin = skip_spaces(piece_end);
      if (begin >= end) return;
    }
    if (begin < end) spans_.push_back({begin, end});
  }

  // The last space before the limit, else the last beginning of a character.
  std::size_t place_to_cut(std::size_t begin) const {
    const std::size_t limit = begin + longest_sentence;
    for (std::size_t at = limit; at > begin + longest_sentence / 2; --at)
      if (ascii_space(text_[at]) && !ascii_space(text_[at - 1])) return at;
    std::size_t at = limit;
    while (at > begin + 1 && (static_cast<unsigned char>(text_[at]) & 0xC0) == 0x80) --at;
    return at;
  }

  std::string_view text_;
  std::vector<Span>& spans_;
  std::size_t start_ = 0;
  std::size_t end_ = 0;
};

struct Line {
  std::size_t begin;
  std::size_t end;  // before the line feed
  bool blank;
};

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t feed = std::min(text.find('\n', begin), text.size());
    const auto line = text.substr(begin, feed - begin);
    const bool blank = std::all_of(line.begin(), line.end(), ascii_space);
    lines.push_back({begin, feed, blank});
    begin = feed + 1;
  }
  return lines;
}

// Text wrapped at a fixed width, where a line's end means nothing: nearly every line that another
// follows is of about that width.
bool wrapped(const std::vector<Line>& lines) {
  std::size_t followed = 0;
  std::size_t full = 0;
  std::size_t longest = 0;
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    if (lines[i].blank) continue;
    const std::size_t length = lines[i].end - lines[i].begin;
    longest = std::max(longest, length);
    if (lines[i + 1].blank) continue;
    ++followed;
    if (length >= 50) ++full;
  }
  return longest <= 132 && followed >= 2 && full * 10 >= followed * 8;
}

bool bullet(std::string_view line) {
  const auto first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos) return false;
  const auto rest = line.substr(first);
  return rest.starts_with("- ") || rest.starts_with("* ") || rest.starts_with("\xE2\x80\xA2") ||
         rest.starts_with("#");
}

}  // namespace

std::vector<Span> sentences(std::string_view text) {
  std::vector<Span> spans;
  const auto lines = lines_of(text);
  const bool wraps = wrapped(lines);
  Splitter splitter(text, spans);
  for (std::size_t i = 0; i < lines.size();) {
    if (lines[i].blank) {
      ++i;
      continue;
    }
    std::size_t last = i;
    const auto line = [&](std::size_t n) {
      return text.substr(lines[n].begin, lines[n].end - lines[n].begin);
    };
    while (wraps && last + 1 < lines.size() && !lines[last + 1].blank && line(last).size() >= 40 &&
           !bullet(line(last + 1)))
      ++last;
    splitter.block(lines[i].begin, lines[last].end);
    i = last + 1;
  }
  return spans;
}

}  // namespace assay::language
