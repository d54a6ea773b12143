#include "reasoning/extractive/slots.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "language/utf8.h"

namespace assay::reasoning::extractive {
namespace {

constexpr std::size_t most_units = 150;
constexpr std::size_t longest_slot = 4;      // words
constexpr std::size_t longest_han_slot = 8;  // characters

struct Unit {
  std::string text;
  std::size_t begin = 0;
  std::size_t end = 0;
  bool ends_clause = false;  // a comma or full stop stands behind it
  bool character = false;
};

bool is_mark(std::string_view between) {
  constexpr std::array<std::string_view, 9> marks{",", ";", ".", "，", "。", "、", "；", "،", "！"};
  return std::ranges::any_of(
      marks, [&](std::string_view mark) { return between.find(mark) != std::string_view::npos; });
}

std::vector<Unit> units_of(const TextView& view) {
  std::vector<Unit> units;
  const std::string_view text = view.text;
  std::size_t covered = 0;
  for (const auto& word : view.words) {
    const auto& token = word.token;
    if (token.kind != language::TokenKind::pair) {
      units.push_back({token.stem, token.begin, token.end});
      covered = token.end;
      continue;
    }
    for (auto at = std::max(covered, token.begin); at < token.end;) {
      const auto begin = at;
      language::decode(text, at);
      units.push_back({std::string(text.substr(begin, at - begin)), begin, at, false, true});
    }
    covered = std::max(covered, token.end);
  }
  for (std::size_t i = 0; i < units.size(); ++i) {
    const auto next = i + 1 < units.size() ? units[i + 1].begin : text.size();
    units[i].ends_clause =
        i + 1 == units.size() || is_mark(text.substr(units[i].end, next - units[i].end));
  }
  units.resize(std::min(units.size(), most_units));
  return units;
}

using Match = std::pair<std::size_t, std::size_t>;

std::vector<Match> longest_common(const std::vector<Unit>& a, const std::vector<Unit>& b) {
  const auto width = b.size() + 1;
  std::vector<std::uint16_t> table((a.size() + 1) * width, 0);
  for (auto i = a.size(); i-- > 0;)
    for (auto j = b.size(); j-- > 0;)
      table[i * width + j] = a[i].text == b[j].text
                                 ? static_cast<std::uint16_t>(table[(i + 1) * width + j + 1] + 1)
                                 : std::max(table[(i + 1) * width + j], table[i * width + j + 1]);
  std::vector<Match> matches;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i].text == b[j].text) {
      matches.emplace_back(i++, j++);
    } else if (table[(i + 1) * width + j] >= table[i * width + j + 1]) {
      ++i;
    } else {
      ++j;
    }
  }
  return matches;
}

std::string text_of(const TextView& view, const std::vector<Unit>& units, std::size_t first,
                    std::size_t last) {
  return view.text.substr(units[first].begin, units[last - 1].end - units[first].begin);
}

// The slot starts behind unit `from` of a text; it ends before `to`, or where the clause does.
std::size_t slot_end(const std::vector<Unit>& units, std::size_t first, std::size_t to) {
  auto last = first;
  while (last < to && !(units[last].ends_clause)) ++last;
  return std::min(last + 1, to);
}

}  // namespace

std::vector<Slot> differing_slots(const TextView& claim, const TextView& sentence) {
  const auto a = units_of(claim);
  const auto b = units_of(sentence);
  auto matches = longest_common(a, b);
  std::vector<Slot> slots;
  if (matches.empty()) return slots;
  matches.emplace_back(a.size(), b.size());
  for (std::size_t m = 0; m + 1 < matches.size(); ++m) {
    const auto [i, j] = matches[m];
    const auto [next_i, next_j] = matches[m + 1];
    if (next_i == i + 1 || next_j == j + 1 || a[i].ends_clause || b[j].ends_clause) continue;
    const auto end_a = slot_end(a, i + 1, next_i);
    const auto end_b = slot_end(b, j + 1, next_j);
    // Both go up to the next shared word, or both to the end of a clause.
    const bool closed = end_a == next_i && end_b == next_j && next_i < a.size();
    const bool ended = a[end_a - 1].ends_clause && b[end_b - 1].ends_clause;
    const auto limit = a[i + 1].character ? longest_han_slot : longest_slot;
    if ((!closed && !ended) || end_a - i - 1 > limit || end_b - j - 1 > limit) continue;
    const auto outside = a.size() - (end_a - i - 1);
    slots.push_back({text_of(claim, a, i + 1, end_a), text_of(sentence, b, j + 1, end_b),
                     static_cast<double>(matches.size() - 1) /
                         static_cast<double>(std::max<std::size_t>(outside, 1))});
  }
  return slots;
}

}  // namespace assay::reasoning::extractive
