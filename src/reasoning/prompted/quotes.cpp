#include "reasoning/prompted/quotes.h"

#include <vector>

#include "language/fold.h"
#include "language/utf8.h"

namespace assay::reasoning::prompted {
namespace {

constexpr std::size_t shortest = 8;     // letters: less could be anywhere
constexpr std::size_t longest = 1'200;  // bytes: more is no sentence

bool is_mark(char32_t point) {
  constexpr std::u32string_view marks = U" \t\r\n\u00A0\"'“”„‟‘’‚‛«»`*_…";
  return marks.find(point) != marks.npos || (point >= 0x2000 && point <= 0x200F);
}

char32_t plain(char32_t point) {
  if (point >= U'A' && point <= U'Z') return point - U'A' + U'a';
  if (point == U'–' || point == U'—' || point == U'−' || point == U'‐') return U'-';
  return point;
}

// The letters of a text without what may differ, and for each the byte where it begins.
struct Letters {
  std::u32string points;
  std::vector<std::size_t> begins;
};

Letters letters_of(std::string_view text) {
  Letters letters;
  for (std::size_t at = 0; at < text.size();) {
    const auto begin = at;
    const auto point = language::decode(text, at);
    if (is_mark(point)) continue;
    letters.points += plain(point);
    letters.begins.push_back(begin);
  }
  letters.begins.push_back(text.size());
  return letters;
}

}  // namespace

std::optional<core::Quotation> find_quotation(std::string_view text, const std::string& blob,
                                              std::string_view wanted) {
  if (wanted.size() > longest) return std::nullopt;
  auto sought = letters_of(wanted).points;
  while (!sought.empty() && (sought.back() == U'.' || sought.back() == U',')) sought.pop_back();
  if (sought.size() < shortest) return std::nullopt;
  const auto letters = letters_of(text);
  const auto found = letters.points.find(sought);
  if (found == letters.points.npos) return std::nullopt;
  core::Quotation quotation;
  quotation.blob = blob;
  quotation.begin = letters.begins[found];
  // To the end of its last letter, with the full stop that follows.
  const auto last = found + sought.size() - 1;
  std::size_t end = letters.begins[last];
  language::decode(text, end);
  if (end < text.size() && (text[end] == '.' || text[end] == '!' || text[end] == '?')) ++end;
  quotation.end = end;
  quotation.text = text.substr(quotation.begin, end - quotation.begin);
  return quotation;
}

}  // namespace assay::reasoning::prompted
