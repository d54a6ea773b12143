#include "reasoning/prompted/quotes.h"

#include <utility>

#include "language/utf8.h"

namespace assay::reasoning::prompted {
namespace {

constexpr std::size_t shortest = 8;     // letters: less could be anywhere
constexpr std::size_t longest = 1'200;  // bytes: more is no sentence

bool is_mark(char32_t point) {
  if (point < 0x80)
    return point <= U' ' || point == U'"' || point == U'\'' || point == U'`' || point == U'*' ||
           point == U'_';
  constexpr std::u32string_view marks = U"\u00A0\u00AD“”„‟‘’‚‛«»…\u3000「」『』\uFEFF";
  return (point >= 0x2000 && point <= 0x200F) || (point >= 0x2028 && point <= 0x202F) ||
         (point >= 0x205F && point <= 0x2069) || marks.find(point) != marks.npos;
}

bool is_dash(char32_t point) { return (point >= 0x2010 && point <= 0x2015) || point == 0x2212; }

// Of Latin, Greek and Cyrillic, where capital and small letter lie at a fixed distance.
char32_t lower(char32_t point) {
  if (point >= U'A' && point <= U'Z') return point + 32;
  if (point < 0xC0) return point;
  if (point <= 0xDE) return point == 0xD7 ? point : point + 32;
  if ((point >= 0x391 && point <= 0x3A9) || (point >= 0x410 && point <= 0x42F)) return point + 32;
  if (point >= 0x400 && point <= 0x40F) return point + 80;
  const bool even_is_capital = (point >= 0x100 && point <= 0x137) ||
                               (point >= 0x14A && point <= 0x177) ||
                               (point >= 0x460 && point <= 0x4BF);
  return even_is_capital ? point | 1U : point;
}

char32_t plain(char32_t point) { return is_dash(point) ? U'-' : lower(point); }

Letters letters_of(std::string_view text) {
  Letters letters;
  for (std::size_t at = 0; at < text.size();) {
    const auto begin = at;
    const auto point = language::decode(text, at);
    if (is_mark(point)) continue;
    letters.points += plain(point);
    letters.begins.push_back(begin);
  }
  return letters;
}

bool ends_sentence(char32_t point) {
  return point == U'.' || point == U'!' || point == U'?' || point == U'。' || point == U'！' ||
         point == U'？' || point == U'؟';
}

// A character of these scripts says as much as two letters.
std::size_t weight(std::u32string_view points) {
  std::size_t sum = 0;
  for (const auto point : points) sum += point >= 0x2E80 && point < 0xFB00 ? 2 : 1;
  return sum;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c); }

bool is_point(char c) { return c == '.' || c == ','; }

// Does a word or a number go on from before byte `at` to behind it?
bool splits(std::string_view text, std::size_t at) {
  if (at == 0 || at >= text.size()) return false;
  const char before = text[at - 1];
  const char here = text[at];
  if (is_word(before) && is_word(here)) return true;
  if (is_point(before) && is_digit(here)) return at > 1 && is_digit(text[at - 2]);
  return is_digit(before) && is_point(here) && at + 1 < text.size() && is_digit(text[at + 1]);
}

// For each prefix of `sought` the longest proper prefix that ends it too (Knuth, Morris, Pratt).
std::vector<std::size_t> borders(std::u32string_view sought) {
  std::vector<std::size_t> border(sought.size(), 0);
  for (std::size_t i = 1, length = 0; i < sought.size(); ++i) {
    while (length > 0 && sought[i] != sought[length]) length = border[length - 1];
    if (sought[i] == sought[length]) ++length;
    border[i] = length;
  }
  return border;
}

}  // namespace

Quotes::Quotes(std::string_view text, std::string blob)
    : text_(text), blob_(std::move(blob)), letters_(letters_of(text)) {}

std::optional<core::Quotation> Quotes::find(std::string_view wanted) const {
  if (wanted.size() > longest) return std::nullopt;
  auto sought = letters_of(wanted).points;
  while (!sought.empty() && (ends_sentence(sought.back()) || sought.back() == U','))
    sought.pop_back();
  if (weight(sought) < shortest) return std::nullopt;
  const auto border = borders(sought);
  for (std::size_t i = 0, length = 0; i < letters_.points.size(); ++i) {
    while (length > 0 && letters_.points[i] != sought[length]) length = border[length - 1];
    if (letters_.points[i] == sought[length]) ++length;
    if (length < sought.size()) continue;
    if (auto quotation = at(i + 1 - length, length)) return quotation;
    length = border[length - 1];
  }
  return std::nullopt;
}

std::optional<core::Quotation> Quotes::at(std::size_t first, std::size_t count) const {
  core::Quotation quotation;
  quotation.blob = blob_;
  quotation.begin = letters_.begins[first];
  std::size_t end = letters_.begins[first + count - 1];
  language::decode(text_, end);
  if (splits(text_, quotation.begin) || splits(text_, end)) return std::nullopt;
  if (end < text_.size()) {
    auto after = end;
    if (ends_sentence(language::decode(text_, after))) end = after;
  }
  quotation.end = end;
  quotation.text = text_.substr(quotation.begin, end - quotation.begin);
  return quotation;
}

}  // namespace assay::reasoning::prompted
