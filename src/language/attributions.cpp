#include "language/attributions.h"

#include <algorithm>
#include <array>

#include "language/attribution_list.h"
#include "language/beginning.h"
#include "language/phrase_patterns.h"

namespace assay::language {
namespace {

constexpr std::size_t most_read = 200'000;
constexpr std::size_t longest_sentence = 80;  // words on each side of what attributes
constexpr std::array<std::string_view, 12> articles{"the", "der", "die", "das", "le", "la",
                                                    "les", "el",  "il",  "o",   "de", "het"};

const PhrasePatterns& patterns() {
  static const PhrasePatterns list(attribution_list());
  return list;
}

bool has_word(const Span& sentence, const PhraseWord& word) {
  return word.begin >= sentence.begin && word.end <= sentence.end;
}

}  // namespace

std::vector<Attribution> attributions(std::string_view given) {
  const auto text = beginning(given, most_read);
  const auto words = patterns().words(text);
  const auto all = sentences(text);
  std::vector<Attribution> found;
  for (const auto& match : patterns().find(words)) {
    const auto at = words[match.first].begin;
    const auto after = std::ranges::upper_bound(all, at, {}, &Span::begin);
    if (after == all.begin()) continue;
    const auto& sentence = *std::prev(after);
    const bool certain = match.kind == "report";
    if (!found.empty() && found.back().span == sentence) {
      found.back().certain = found.back().certain || certain;
      continue;
    }
    Attribution one{sentence, {}, certain};
    auto first = match.first;
    while (first > 0 && match.first - first < longest_sentence &&
           has_word(sentence, words[first - 1]))
      --first;
    for (auto i = first; i < words.size() && i < match.end + longest_sentence; ++i) {
      if (!has_word(sentence, words[i])) break;
      one.words.push_back(words[i].text);
    }
    found.push_back(std::move(one));
  }
  return found;
}

std::string compact_name(std::string_view name) {
  std::string compact;
  for (const auto& word : patterns().words(name)) {
    if (compact.empty() && std::ranges::find(articles, word.text) != articles.end()) continue;
    compact += word.text;
  }
  return compact;
}

bool names(const Attribution& attribution, std::string_view compact_name) {
  if (compact_name.empty()) return false;
  const auto& words = attribution.words;
  for (std::size_t i = 0; i < words.size(); ++i) {
    auto rest = compact_name;
    for (auto k = i; k < words.size() && !words[k].empty() && rest.starts_with(words[k]); ++k) {
      rest.remove_prefix(words[k].size());
      if (rest.empty()) return true;
    }
  }
  return false;
}

}  // namespace assay::language
