#include "reasoning/extractive/text_view.h"

#include <algorithm>
#include <array>

#include "language/beginning.h"
#include "language/detect.h"
#include "language/utf8.h"
#include "reasoning/extractive/designations.h"
#include "reasoning/extractive/stopwords.h"

namespace assay::reasoning::extractive {
namespace {

using language::TokenKind;

// How many content words behind (and for some languages before) a negation it reaches.
constexpr std::size_t negation_reach = 4;

bool is_upper(char32_t point) {
  if (point < 0x80) return point >= 'A' && point <= 'Z';
  return (point >= 0xC0 && point <= 0xDE && point != 0xD7) || (point >= 0x410 && point <= 0x42F) ||
         point == 0x401 || (point >= 0x391 && point <= 0x3A9) ||
         (point >= 0x100 && point < 0x17F && (point & 1) == 0);
}

bool starts_upper(std::string_view text, const language::Token& token) {
  std::size_t at = token.begin;
  return at < text.size() && is_upper(language::decode(text, at));
}

bool all_upper(std::string_view text, const language::Token& token) {
  std::size_t letters = 0;
  for (std::size_t at = token.begin; at < token.end;) {
    const char32_t point = language::decode(text, at);
    if (point == '.') continue;
    if (point >= 'a' && point <= 'z') return false;
    if (is_upper(point)) ++letters;
  }
  return letters >= 2;
}

// Does a sentence begin at this byte?
bool starts_sentence(std::string_view text, std::size_t begin) {
  while (begin > 0) {
    const char c = text[begin - 1];
    if (c == '.' || c == '!' || c == '?' || c == '\n' || c == ':') return true;
    if (static_cast<unsigned char>(c) >= 0x80) return false;
    if (c != ' ' && c != '"' && c != '\'' && c != '(' && c != '*' && c != '-') return false;
    --begin;
  }
  return true;
}

bool ends_clause(std::string_view between) {
  constexpr std::array<std::string_view, 14> marks{",",  ";",  ":",  ".",  "!", "?", "，",
                                                   "；", "：", "。", "、", "،", "؛", "\n"};
  return std::ranges::any_of(
      marks, [&](std::string_view mark) { return between.find(mark) != std::string_view::npos; });
}

bool is_particle(std::string_view word) {
  constexpr std::array<std::string_view, 14> particles{
      "van", "von", "de", "der", "den", "da", "di", "del", "la", "bin", "ibn", "al", "du", "el"};
  return std::ranges::find(particles, word) != particles.end();
}

void mark_names(TextView& view, const Lexicon* lexicon) {
  std::size_t capitals = 0;
  std::size_t letters = 0;
  for (const auto& word : view.words) {
    if (word.token.kind != TokenKind::word || is_stopword(word.token.text)) continue;
    ++letters;
    capitals += starts_upper(view.text, word.token) ? 1 : 0;
  }
  // A headline In Which Every Word Has a Capital says nothing about names, nor does one in
  // CAPITALS.
  const bool headline = letters >= 5 && capitals * 10 > letters * 8;
  for (auto& word : view.words) {
    if (word.token.kind != TokenKind::word || is_stopword(word.token.text)) continue;
    if (!starts_upper(view.text, word.token)) continue;
    const bool acronym = all_upper(view.text, word.token) && !headline;
    const bool inside = !starts_sentence(view.text, word.token.begin);
    const bool common = is_common_word(word.token.text) ||
                        (lexicon != nullptr && lexicon->is_common(word.token.text));
    word.name = acronym || (inside && (!headline || !common));
  }
  // Ludwig van Beethoven, Charles de Gaulle
  for (std::size_t i = 1; i + 1 < view.words.size(); ++i)
    if (view.words[i - 1].name && view.words[i + 1].name && is_particle(view.words[i].token.text))
      view.words[i].name = true;
  // The first word of a sentence has a capital anyway; it is a name where a name follows, or where
  // nothing else about it says otherwise.
  for (std::size_t i = 0; i < view.words.size(); ++i) {
    auto& word = view.words[i];
    const bool candidate = word.token.kind == TokenKind::word && !word.name &&
                           starts_upper(view.text, word.token) && !is_stopword(word.token.text) &&
                           !is_common_word(word.token.text);
    if (!candidate) continue;
    const bool followed =
        i + 1 < view.words.size() && view.words[i + 1].name && !clause_between(view, i, i + 2);
    // German nouns all have capitals, so a noun at the start says nothing.
    if (!followed && view.language == "en" && lexicon != nullptr &&
        lexicon->is_common(word.token.text))
      continue;
    word.name = followed || view.language != "de";
  }
}

void mark_numeric(TextView& view) {
  const auto inside = [&](const auto& mentions, const Word& word) {
    return std::ranges::any_of(mentions, [&](const auto& mention) {
      return word.token.begin < mention.end && mention.begin < word.token.end;
    });
  };
  for (auto& word : view.words)
    word.numeric = !word.designation && (word.token.kind == TokenKind::number ||
                                         inside(view.quantities, word) || inside(view.dates, word));
  for (std::size_t i = 1; i < view.words.size(); ++i)  // a 66-year-old is not old
    if (view.words[i].token.text == "old" && view.words[i - 1].numeric)
      view.words[i].numeric = true;
}

double weight_of(const Word& word) {
  if (word.token.kind == TokenKind::pair) return 0.5;
  if (is_stopword(word.token.text)) return 0;
  if (word.name) return 1.5;
  if (is_common_word(word.token.text)) return 0.4;
  return 1;
}

bool reaches_back(std::string_view language) {
  return language == "de" || language == "ja" || language == "nl" || language == "ko";
}

void mark_negated(TextView& view) {
  for (const auto& cue : view.cues) {
    if (cue.cue != Cue::negation && cue.cue != Cue::no_evidence) continue;
    std::size_t reached = 0;
    for (auto i = cue.last; i < view.words.size() && reached < negation_reach; ++i) {
      if (clause_between(view, i == 0 ? 0 : i - 1, i + 1) || view.words[i].token.text == "but")
        break;
      view.words[i].negated = true;
      reached += view.words[i].weight > 0 ? 1 : 0;
    }
    if (!reaches_back(view.language)) continue;
    reached = 0;
    for (auto i = cue.first; i-- > 0 && reached < negation_reach;) {
      if (clause_between(view, i, i + 2)) break;
      view.words[i].negated = true;
      reached += view.words[i].weight > 0 ? 1 : 0;
    }
  }
}

void mark_direction(TextView& view) {
  for (const auto& cue : view.cues) {
    if (cue.cue != Cue::up && cue.cue != Cue::down) continue;
    for (auto i = cue.first; i < std::min(cue.last, view.words.size()); ++i)
      view.words[i].direction = cue.cue == Cue::up ? 1 : -1;
  }
}

}  // namespace

bool TextView::has(Cue cue) const { return find(cue) != nullptr; }

const CueHit* TextView::find(Cue cue) const {
  const auto found = std::ranges::find(cues, cue, &CueHit::cue);
  return found == cues.end() ? nullptr : &*found;
}

std::string claim_text(const core::Claim& claim) {
  constexpr std::size_t most = 4000;
  auto text = claim.text.plain();
  text.resize(language::beginning(text, most).size());
  return text;
}

TextView view_of(std::string_view text, std::string_view language, const Lexicon* lexicon) {
  TextView view;
  view.text = std::string(text);
  view.language = std::string(language);
  auto tokens = language::tokenize(text, language);
  if (lexicon != nullptr) lexicon->bring_to_base(tokens, language);
  view.cues = find_cues(text, tokens);
  view.quantities = find_quantities(text, language);
  view.dates = find_dates(text);
  view.words.reserve(tokens.size());
  for (auto& token : tokens) view.words.push_back({.token = std::move(token)});
  mark_names(view, lexicon);
  mark_designations(view);
  mark_numeric(view);
  for (auto& word : view.words) word.weight = weight_of(word);
  mark_negated(view);
  mark_direction(view);
  return view;
}

std::string language_of(std::string_view text, std::string_view fallback) {
  const auto found = language::detect(text);
  if (found.reliable && !found.language.empty()) return found.language.substr(0, 2);
  if (!fallback.empty()) return std::string(fallback.substr(0, 2));
  if (!found.language.empty() && !language::is_ascii(text)) return found.language.substr(0, 2);
  return "en";
}

bool clause_between(const TextView& view, std::size_t first, std::size_t last) {
  for (auto i = first + 1; i < last && i < view.words.size(); ++i) {
    const auto from = view.words[i - 1].token.end;
    const auto to = view.words[i].token.begin;
    if (to > from && ends_clause(std::string_view(view.text).substr(from, to - from))) return true;
  }
  return false;
}

std::vector<NameGroup> name_groups(const TextView& view) {
  std::vector<NameGroup> groups;
  for (std::size_t i = 0; i < view.words.size(); ++i) {
    if (!view.words[i].name || view.words[i].numeric) continue;
    auto last = i + 1;
    while (last < view.words.size() && view.words[last].name && !view.words[last].numeric &&
           !clause_between(view, last - 1, last + 1))
      ++last;
    groups.push_back({i, last});
    i = last - 1;
  }
  return groups;
}

}  // namespace assay::reasoning::extractive
