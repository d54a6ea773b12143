#include "reasoning/extractive/queries.h"

#include <algorithm>
#include <array>
#include <utility>

#include "language/beginning.h"
#include "language/tokens.h"

namespace assay::reasoning::extractive {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 6> marks{
    {{"\"", "\""}, {"“", "”"}, {"„", "“"}, {"«", "»"}, {"「", "」"}, {"‘", "’"}}};

std::string text_of(const TextView& view, std::size_t first, std::size_t last) {
  const auto begin = view.words[first].token.begin;
  return view.text.substr(begin, view.words[last - 1].token.end - begin);
}

void append(std::string& query, std::string_view words) {
  if (words.empty() || query.find(words) != std::string::npos) return;
  if (!query.empty()) query.push_back(' ');
  query.append(words);
}

std::string names(const TextView& view, std::size_t most) {
  std::string query;
  for (const auto& group : name_groups(view)) {
    if (most-- == 0) break;
    append(query, text_of(view, group.first, group.last));
  }
  return query;
}

// The word behind a number, which says what is counted.
std::string counted(const TextView& view, const Quantity& quantity) {
  for (std::size_t i = 0; i < view.words.size(); ++i) {
    const auto& word = view.words[i];
    if (word.token.begin < quantity.end || word.weight == 0 || word.numeric) continue;
    return word.token.begin - quantity.end < 30 ? text_of(view, i, i + 1) : std::string();
  }
  return {};
}

// The content words that are no names, longest first, then put back into their order.
std::string content_words(const TextView& view, std::size_t most) {
  std::vector<std::size_t> at;
  for (std::size_t i = 0; i < view.words.size(); ++i) {
    const auto& word = view.words[i];
    if (word.weight >= 0.5 && !word.name && !word.numeric) at.push_back(i);
  }
  std::ranges::sort(at, [&](std::size_t a, std::size_t b) {
    const auto size = [&](std::size_t i) { return view.words[i].token.text.size(); };
    return size(a) != size(b) ? size(a) > size(b) : a < b;
  });
  at.resize(std::min(at.size(), most));
  std::ranges::sort(at);
  std::string query;
  for (const auto i : at) append(query, text_of(view, i, i + 1));
  return query;
}

}  // namespace

std::string as_query(std::string_view text, std::size_t limit) {
  std::string query;
  bool space = false;
  for (const char c : text) {
    if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
      space = !query.empty();
      continue;
    }
    if (space) query.push_back(' ');
    space = false;
    query.push_back(c);
  }
  if (query.size() <= limit) return query;
  auto end = query.rfind(' ', limit);
  if (end == std::string::npos || end < limit / 2) end = language::beginning(query, limit).size();
  query.resize(end);
  return query;
}

std::vector<std::string> quoted_passages(std::string_view text) {
  std::vector<std::string> passages;
  for (const auto& [open, close] : marks) {
    for (std::size_t at = text.find(open); at != std::string_view::npos;) {
      const auto begin = at + open.size();
      const auto end = text.find(close, begin);
      if (end == std::string_view::npos) break;
      const auto passage = text.substr(begin, end - begin);
      if (language::tokenize(passage, {}).size() >= 3) passages.emplace_back(passage);
      at = text.find(open, end + close.size());
    }
  }
  return passages;
}

std::vector<Query> targeted_queries(const TextView& view) {
  std::vector<Query> queries;
  const auto add = [&](std::string text, std::string reason) {
    text = as_query(text);
    if (!text.empty()) queries.push_back({std::move(text), std::move(reason)});
  };
  for (const auto& passage : quoted_passages(view.text))
    add(passage, "who said it, and in which words");
  const auto who = names(view, 3);
  std::string numbers;
  for (const auto& quantity : view.quantities) {
    append(numbers, quantity.text);
    append(numbers, counted(view, quantity));
  }
  for (const auto& date : view.dates) append(numbers, date.text);
  if (!numbers.empty()) {
    auto query = who;
    append(query, numbers);
    add(std::move(query), "its numbers and dates");
  }
  auto with_words = who;
  append(with_words, content_words(view, 3));
  add(std::move(with_words), "its names with what is said of them");
  add(content_words(view, 5), "what is said, whoever it is said of");
  for (const auto& group : name_groups(view))
    add(text_of(view, group.first, group.last), "what is known about this name");
  return queries;
}

}  // namespace assay::reasoning::extractive
