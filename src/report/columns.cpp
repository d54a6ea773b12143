#include "report/columns.h"

#include <algorithm>
#include <array>
#include <utility>

#include "language/utf8.h"

namespace assay::report {
namespace {

using Range = std::pair<char32_t, char32_t>;

constexpr std::array<Range, 13> wide{{{0x1100, 0x115F},
                                      {0x2E80, 0x303E},
                                      {0x3041, 0x33FF},
                                      {0x3400, 0x4DBF},
                                      {0x4E00, 0x9FFF},
                                      {0xA000, 0xA4CF},
                                      {0xA960, 0xA97F},
                                      {0xAC00, 0xD7A3},
                                      {0xF900, 0xFAFF},
                                      {0xFE30, 0xFE6F},
                                      {0xFF01, 0xFF60},
                                      {0x1F300, 0x1FAFF},
                                      {0x20000, 0x3FFFD}}};
constexpr std::array<Range, 9> narrow{{{0x300, 0x36F},
                                       {0x483, 0x489},
                                       {0x591, 0x5BD},
                                       {0x610, 0x61A},
                                       {0x64B, 0x65F},
                                       {0x200B, 0x200F},
                                       {0x2060, 0x2069},
                                       {0x20D0, 0x20FF},
                                       {0xFE00, 0xFE0F}}};

template <std::size_t n>
bool in(const std::array<Range, n>& ranges, char32_t c) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [c](const Range& range) { return c >= range.first && c <= range.second; });
}

std::size_t width_of(char32_t c) {
  if (c < 0x300) return 1;
  if (in(wide, c)) return 2;
  return in(narrow, c) ? 0 : 1;
}

}  // namespace

std::size_t columns(std::string_view text) {
  std::size_t sum = 0;
  for (std::size_t at = 0; at < text.size();) sum += width_of(language::decode(text, at));
  return sum;
}

std::string fitted(std::string_view text, std::size_t most) {
  if (columns(text) <= most) return std::string(text);
  if (most == 0) return "";
  std::size_t used = 0, end = 0;
  for (std::size_t at = 0; at < text.size(); end = at) {
    used += width_of(language::decode(text, at));
    if (used > most - 1) break;
  }
  return std::string(text.substr(0, end)) + "…";
}

}  // namespace assay::report
