#include "reasoning/extractive/designations.h"

#include <algorithm>
#include <unordered_set>

namespace assay::reasoning::extractive {
namespace {

using language::Token;
using language::TokenKind;

constexpr std::size_t longest_designation = 4;  // digits

bool has_digit(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

bool begins_with_capital(const TextView& view, const Token& token) {
  const char first = view.text[token.begin];
  return first >= 'A' && first <= 'Z';
}

// Nord7, B52: a capital and digits in one word.
bool is_compound(const TextView& view, const Word& word) {
  return word.token.kind == TokenKind::word && has_digit(word.token.text) &&
         begins_with_capital(view, word.token);
}

bool in_date(const TextView& view, const Token& token) {
  return std::ranges::any_of(view.dates, [&](const DateMention& date) {
    return token.begin < date.end && date.begin < token.end;
  });
}

bool is_place_word(std::string_view word) {
  static const std::unordered_set<std::string_view> words{
      "in", "at", "near", "from", "to", "across", "for", "over", "of", "with", "by"};
  return words.contains(word);
}

// "In Paris 300 people": what follows is counted, and the name is where.
bool counts_what_follows(const TextView& view, std::size_t number) {
  auto first = number;
  while (first > 0 && view.words[first - 1].name) --first;
  if (first > 0 && is_place_word(view.words[first - 1].token.text)) return true;
  if (number + 1 >= view.words.size()) return false;
  static const std::unordered_set<std::string_view> counted{
      "people",   "men",     "women", "children",   "percent",    "million", "billion",
      "thousand", "dollars", "euros", "pounds",     "votes",      "seats",   "times",
      "years",    "days",    "km",    "kilometres", "kilometers", "metres",  "meters",
      "miles",    "deaths",  "cases", "members",    "goals",      "points"};
  return counted.contains(view.words[number + 1].token.text);
}

// Apollo 11: a short whole number right behind a name.
bool follows_name(const TextView& view, std::size_t i) {
  const auto& word = view.words[i];
  if (i == 0 || word.token.kind != TokenKind::number || !view.words[i - 1].name) return false;
  const auto length = word.token.end - word.token.begin;
  if (length > longest_designation || word.token.text.size() != length || in_date(view, word.token))
    return false;
  const auto between = view.words[i - 1].token.end;
  if (word.token.begin != between + 1 || (view.text[between] != ' ' && view.text[between] != '-'))
    return false;
  const auto after = word.token.end;
  if (after < view.text.size() && (view.text[after] == '%' || view.text[after] == '.') &&
      after + 1 < view.text.size() && view.text[after + 1] != ' ')
    return false;
  if (after < view.text.size() && view.text[after] == '%') return false;
  return !counts_what_follows(view, i);
}

void drop_quantities(TextView& view, const Token& token) {
  std::erase_if(view.quantities, [&](const Quantity& quantity) {
    return quantity.begin >= token.begin && quantity.end <= token.end;
  });
}

}  // namespace

void mark_designations(TextView& view) {
  for (std::size_t i = 0; i < view.words.size(); ++i) {
    if (!is_compound(view, view.words[i]) && !follows_name(view, i)) continue;
    view.words[i].name = true;
    view.words[i].designation = true;
    drop_quantities(view, view.words[i].token);
  }
}

}  // namespace assay::reasoning::extractive
