#include "reasoning/extractive/mentions.h"

#include <algorithm>
#include <array>
#include <set>

#include "language/fold.h"
#include "reasoning/extractive/place_names.h"
#include "reasoning/extractive/stopwords.h"

namespace assay::reasoning::extractive {
namespace {

// What stands before places, folded; in the languages that Assay reads most.
bool leads_to_place(std::string_view word, std::string_view language) {
  constexpr std::array<std::string_view, 10> english{"in",  "at",     "near",  "outside", "over",
                                                     "off", "across", "above", "around",  "inside"};
  constexpr std::array<std::string_view, 16> others{"in",  "bei", "nahe",  "uber", "a",  "en",
                                                    "au",  "aux", "dans",  "pres", "em", "cerca",
                                                    "sur", "nel", "nella", "op"};
  const auto has = [&](const auto& words) { return std::ranges::find(words, word) != words.end(); };
  return language == "en" ? has(english) : has(others);
}

// `the city of Mariupol`
bool kind_of_place(std::string_view word) {
  constexpr std::array<std::string_view, 16> kinds{
      "city",    "town",   "village", "port",      "province", "region", "state", "island",
      "capital", "suburb", "streets", "outskirts", "district", "county", "ville", "ciudad"};
  return std::ranges::find(kinds, word) != kinds.end();
}

// North is a place to the dictionary, and a part of many names.
bool is_direction(std::string_view word) {
  constexpr std::array<std::string_view, 8> directions{
      "north", "south", "east", "west", "northern", "southern", "eastern", "western"};
  return std::ranges::find(directions, word) != directions.end();
}

// Words for pictures and for showing: they say nothing of what is shown.
bool is_frame_word(std::string_view word) {
  constexpr std::array<std::string_view, 46> words{
      "photo",        "photos",   "photograph", "photographs", "picture",    "pictures",
      "image",        "images",   "video",      "footage",     "screenshot", "snapshot",
      "show",         "shows",    "shown",      "showing",     "depict",     "depicts",
      "depicting",    "taken",    "captured",   "captures",    "foto",       "fotos",
      "bild",         "bilder",   "zeigt",      "zeigen",      "aufnahme",   "cliche",
      "photographie", "montre",   "montrent",   "imagen",      "fotografia", "muestra",
      "muestran",     "immagine", "mostra",     "afbeelding",  "toont",      "viral",
      "circulating",  "shared",   "post",       "picturing"};
  return std::ranges::find(words, word) != words.end();
}

std::string joined(const TextView& view, std::size_t first, std::size_t last) {
  std::string text;
  for (auto i = first; i < last; ++i) {
    if (i > first) text += ' ';
    text += view.words[i].token.text;
  }
  return text;
}

std::string written(const TextView& view, std::size_t first, std::size_t last) {
  const auto begin = view.words[first].token.begin;
  return view.text.substr(begin, view.words[last - 1].token.end - begin);
}

// The longest run of the group's words that is a place; an empty group where none is.
NameGroup place_in(const TextView& view, NameGroup group, const Lexicon& lexicon) {
  for (auto length = group.last - group.first; length > 0; --length)
    for (auto first = group.first; first + length <= group.last; ++first)
      if (const auto name = joined(view, first, first + length);
          lexicon.is_place(usual_place_name(name)) && !is_direction(name))
        return {first, first + length};
  return {group.first, group.first};
}

Named named(const TextView& view, NameGroup group, bool known) {
  return {written(view, group.first, group.last), joined(view, group.first, group.last), known};
}

// Han and kana have no capitals: there only what the text says besides can be compared. German
// nouns all have one: there single words count as what is said.
void take_content(const TextView& view, Mentions& mentions) {
  std::set<std::size_t> nouns;
  if (view.language == "de")
    for (const auto& group : name_groups(view))
      if (group.last - group.first == 1) nouns.insert(group.first);
  for (std::size_t i = 0; i < view.words.size(); ++i) {
    const auto& word = view.words[i];
    if (word.weight >= 0.5 && (!word.name || nouns.contains(i)) && !word.numeric &&
        !is_frame_word(word.token.text) && !is_common_word(word.token.text))
      mentions.content.insert(without_article(word, view.language));
  }
}

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

}  // namespace

std::string without_article(const Word& word, std::string_view language) {
  const auto& text = word.token.text;
  const auto at = text.find('\'');
  if (at == text.npos || at > 5 || at + 1 >= text.size()) return word.token.stem;
  return language::stem(std::string_view(text).substr(at + 1), language);
}

Mentions mentions_of(const TextView& view, const Lexicon& lexicon) {
  Mentions mentions;
  mentions.dates = view.dates;
  take_content(view, mentions);
  for (const auto& group : name_groups(view)) {
    // The first word has a capital anyway, and the language of a short text is often misjudged.
    const auto& first = view.words[group.first];
    if (group.first == 0 && group.last == 1 && lexicon.is_common(first.token.text) &&
        !lexicon.is_place(usual_place_name(first.token.text))) {
      mentions.content.insert(first.token.stem);
      continue;
    }
    if (group.last - group.first == 1 && is_frame_word(view.words[group.first].token.text))
      continue;
    const auto place = place_in(view, group, lexicon);
    const bool of_kind = group.first > 1 && kind_of_place(view.words[group.first - 2].token.text);
    const bool led =
        of_kind ||
        (group.first > 0 && leads_to_place(view.words[group.first - 1].token.text, view.language) &&
         !clause_between(view, group.first - 1, group.first + 1));
    if (place.first < place.last && (led || place.last - place.first == group.last - group.first))
      mentions.places.push_back(named(view, place, true));
    else if (led)
      mentions.places.push_back(named(view, group, false));
    else if (view.language != "de" || group.last - group.first > 1)
      mentions.others.push_back(named(view, group, false));  // one German noun is no name
  }
  return mentions;
}

std::string without_frame(std::string_view claim) {
  // Only the beginning frames: "shows" later on is a word of the claim.
  std::size_t at = 0;
  std::size_t kept = 0;
  bool framed = false;
  for (int words = 0; words < 8 && at < claim.size(); ++words) {
    while (at < claim.size() && is_space(claim[at])) ++at;
    auto end = at;
    while (end < claim.size() && !is_space(claim[end])) ++end;
    auto word = language::fold(claim.substr(at, end - at));
    while (!word.empty() && (word.back() == ':' || word.back() == ',')) word.pop_back();
    if (is_frame_word(word)) {
      framed = true;
      kept = end;
    } else if (!is_stopword(word)) {
      break;
    }
    at = end;
  }
  while (kept < claim.size() && is_space(claim[kept])) ++kept;
  return std::string(framed ? claim.substr(kept) : claim);
}

}  // namespace assay::reasoning::extractive
