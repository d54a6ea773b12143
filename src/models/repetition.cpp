#include "models/repetition.h"

#include <algorithm>
#include <string>
#include <vector>

namespace assay::models {
namespace {

constexpr std::size_t longest_end = 16'000;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

// How long the end is that repeats a unit, and how long the unit is.
struct Loop {
  std::size_t length = 0;
  std::size_t unit = 0;
};

// A list of short words may well say the same ten times; nobody writes a sentence six times.
bool is_endless(const Loop& loop) {
  if (loop.unit == 0) return false;
  const auto times = loop.length / loop.unit;
  return loop.unit < 40 ? times >= 12 && loop.length >= 300 : times >= 5 && loop.length >= 400;
}

// The unit that a text repeats whole is what its longest border leaves (Knuth, Morris, Pratt); read
// from the end, each prefix is an end of the text.
template <class Accept>
bool ends_in_loop(const std::string& text, Accept accept) {
  const std::string reversed(text.rbegin(), text.rend());
  std::vector<std::size_t> border(reversed.size() + 1, 0);
  for (std::size_t i = 1, k = 0; i < reversed.size(); ++i) {
    while (k > 0 && reversed[i] != reversed[k]) k = border[k];
    if (reversed[i] == reversed[k]) ++k;
    border[i + 1] = k;
    const Loop loop{i + 1, i + 1 - k};
    if (is_endless(loop) && accept(std::string_view(reversed).substr(0, loop.unit))) return true;
  }
  return false;
}

// Numbers as one digit, white space as one blank, letters small: so that steps which count up are
// alike.
std::string levelled(std::string_view text) {
  std::string level;
  for (char c : text) {
    if (c >= '0' && c <= '9') c = '0';
    if (c == '\n' || c == '\t' || c == '\r') c = ' ';
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (!level.empty() && (c == '0' || c == ' ') && level.back() == c) continue;
    level += c;
  }
  return level;
}

}  // namespace

bool is_repetitive(std::string_view text) {
  constexpr std::string_view closing = " \t\r\n\"'`}]).";
  text = text.substr(0, text.find_last_not_of(closing) + 1);
  if (text.size() > longest_end) text.remove_prefix(text.size() - longest_end);
  if (ends_in_loop(std::string(text), [](std::string_view) { return true; })) return true;
  // A column of numbers is level too, and no loop.
  constexpr std::ptrdiff_t fewest_letters = 8;
  return ends_in_loop(levelled(text), [](std::string_view unit) {
    return std::ranges::count_if(unit, is_letter) >= fewest_letters;
  });
}

}  // namespace assay::models
