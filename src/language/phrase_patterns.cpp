#include "language/phrase_patterns.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace assay::language {
namespace {

[[noreturn]] void refuse(std::string_view line) {
  throw std::logic_error("a list of phrases: " + std::string(line));
}

// The text up to the next tab, which is taken off.
std::string_view next_field(std::string_view& line) {
  const auto tab = std::min(line.find('\t'), line.size());
  const auto field = line.substr(0, tab);
  line.remove_prefix(std::min(tab + 1, line.size()));
  return field;
}

std::vector<std::string_view> split(std::string_view text, char by) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const auto end = std::min(text.find(by), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

// Does the row of words stand there?
bool stands(const std::vector<int>& row, const std::vector<PhraseWord>& words, std::size_t at) {
  if (row.size() > words.size() - std::min(at, words.size())) return false;
  for (std::size_t i = 0; i < row.size(); ++i)
    if (words[at + i].number != row[i]) return false;
  return true;
}

// The number of the word behind the match, 0 where there is none.
std::size_t matched(const std::vector<PatternPart>& parts, std::size_t part,
                    const std::vector<PhraseWord>& words, std::size_t at) {
  if (part == parts.size()) return at;
  const auto& wanted = parts[part];
  switch (wanted.kind) {
    case PatternPart::Kind::start:
      return at < words.size() && words[at].starts ? matched(parts, part + 1, words, at) : 0;
    case PatternPart::Kind::end:
      return at == words.size() || words[at].starts ? matched(parts, part + 1, words, at) : 0;
    case PatternPart::Kind::gap:
      for (std::size_t skipped = 0; skipped <= wanted.longest && at + skipped <= words.size();
           ++skipped)
        if (const auto end = matched(parts, part + 1, words, at + skipped)) return end;
      return 0;
    case PatternPart::Kind::words:
      break;
  }
  for (const auto& row : wanted.choices)
    if (stands(row, words, at))
      if (const auto end = matched(parts, part + 1, words, at + row.size())) return end;
  return wanted.optional ? matched(parts, part + 1, words, at) : 0;
}

}  // namespace

PhrasePatterns::PhrasePatterns(std::string_view list) {
  for (const auto line : split(list, '\n'))
    if (!line.starts_with('#')) read(line);
  beginnings_.resize(vocabulary_.size());
  for (std::size_t i = 0; i < patterns_.size(); ++i) index(i);
}

void PhrasePatterns::read(std::string_view line) {
  auto rest = line;
  const auto kind = next_field(rest);
  if (kind.empty() || next_field(rest).empty() || rest.empty()) refuse(line);
  if (kind == "marker") {
    markers_.push_back({kind, std::string(rest)});
    return;
  }
  auto parts = parts_of(rest);
  if (parts.empty()) refuse(line);
  patterns_.push_back({kind, std::move(parts)});
}

std::vector<PatternPart> PhrasePatterns::parts_of(std::string_view pattern) {
  std::vector<PatternPart> parts;
  while (!pattern.empty()) {
    PatternPart part;
    const char first = pattern.front();
    auto end = std::min(pattern.find(' '), pattern.size());
    if (first == '(' || first == '[') {
      const auto closing = pattern.find(first == '(' ? ')' : ']');
      if (closing == pattern.npos) refuse(pattern);
      part.choices = choices_of(pattern.substr(1, closing - 1));
      part.optional = first == '[';
      end = closing + 1;
    } else if (first == '^' || first == '$') {
      part.kind = first == '^' ? PatternPart::Kind::start : PatternPart::Kind::end;
    } else if (first == '*') {
      part.kind = PatternPart::Kind::gap;
      part.longest = static_cast<std::size_t>(pattern[1] - '0');
    } else {
      part.choices = choices_of(pattern.substr(0, end));
    }
    parts.push_back(std::move(part));
    pattern.remove_prefix(std::min(end, pattern.size()));
    while (pattern.starts_with(' ')) pattern.remove_prefix(1);
  }
  return parts;
}

std::vector<std::vector<int>> PhrasePatterns::choices_of(std::string_view text) {
  std::vector<std::vector<int>> choices;
  for (const auto choice : split(text, '|')) {
    std::vector<int> row;
    for (const auto& word : phrase_words(choice, [](const std::string&) { return false; }))
      row.push_back(
          vocabulary_.try_emplace(word.text, static_cast<int>(vocabulary_.size())).first->second);
    if (!row.empty()) choices.push_back(std::move(row));
  }
  // Of rows that begin alike the longer is tried first.
  std::ranges::sort(choices, std::ranges::greater{},
                    [](const std::vector<int>& row) { return std::pair(row.size(), row); });
  return choices;
}

void PhrasePatterns::index(std::size_t pattern) {
  for (const auto& part : patterns_[pattern].parts) {
    if (part.kind == PatternPart::Kind::start) continue;
    if (part.kind != PatternPart::Kind::words) refuse("a pattern begins with no word");
    for (const auto& row : part.choices) {
      auto& all = beginnings_[static_cast<std::size_t>(row.front())];
      if (all.empty() || all.back() != pattern) all.push_back(pattern);
    }
    if (!part.optional) return;
  }
}

int PhrasePatterns::number_of(const std::string& word) const {
  const auto found = vocabulary_.find(word);
  return found == vocabulary_.end() ? -1 : found->second;
}

std::vector<PhraseWord> PhrasePatterns::words(std::string_view text) const {
  auto words = phrase_words(text, [this](const std::string& word) { return number_of(word) >= 0; });
  for (auto& word : words) word.number = number_of(word.text);
  return words;
}

std::vector<PhrasePatterns::Match> PhrasePatterns::find(
    const std::vector<PhraseWord>& words) const {
  std::vector<Match> matches;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].number < 0) continue;
    for (const auto pattern : beginnings_[static_cast<std::size_t>(words[i].number)])
      if (const auto end = matched(patterns_[pattern].parts, 0, words, i)) {
        matches.push_back({patterns_[pattern].kind, i, end});
        break;
      }
  }
  return matches;
}

}  // namespace assay::language
