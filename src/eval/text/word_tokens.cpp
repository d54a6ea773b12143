#include "eval/text/word_tokens.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>

#include "eval/text/characters.h"
#include "language/utf8.h"

// The text is rewritten step by step until white space separates its tokens. What a step makes of a
// place depends on what the steps before made of it: their order is part of the definition.
namespace assay::eval {
namespace {

using Text = std::u32string;
using View = std::u32string_view;

bool among(char32_t c, View set) { return set.find(c) != View::npos; }

// What a step looks at: the text from one place on.
struct Place {
  View text;
  std::size_t at;

  bool has(std::size_t ahead) const { return at + ahead < text.size(); }
  char32_t operator[](std::size_t ahead) const { return text[at + ahead]; }
  bool starts(View what, std::size_t ahead = 0) const {
    return text.substr(std::min(at + ahead, text.size())).starts_with(what);
  }
  bool starts_caseless(View what) const {
    if (text.size() - at < what.size()) return false;
    for (std::size_t i = 0; i < what.size(); ++i)
      if (caseless(text[at + i]) != what[i]) return false;
    return true;
  }
  // Does a word begin or end `ahead` characters from here?
  bool boundary(std::size_t ahead) const {
    const auto i = at + ahead;
    const bool before = i > 0 && is_word(text[i - 1]);
    const bool after = i < text.size() && is_word(text[i]);
    return before != after;
  }
  bool ends(std::size_t ahead) const {  // also before a line's end that is the last character
    const auto i = at + ahead;
    return i == text.size() || (i + 1 == text.size() && text[i] == '\n');
  }
};

// Goes through the text once: where `step` takes characters (it returns how many, and has appended
// what stands for them), goes on behind them. A text without any of the `needed` stays as it is.
template <class Step>
void rewrite(Text& text, View needed, const Step& step) {
  const auto first = text.find_first_of(needed);
  if (first == Text::npos) return;
  Text made;
  made.reserve(text.size() + text.size() / 8 + 8);
  auto at = first - std::min<std::size_t>(first, 2);  // some steps begin a little before
  made.assign(text, 0, at);
  while (at < text.size()) {
    const auto taken = step(Place{text, at}, made);
    if (taken == 0)
      made += text[at++];
    else
      at += taken;
  }
  text = std::move(made);
}

void append_padded(Text& to, View what) {
  to += ' ';
  to += what;
  to += ' ';
}

void pad_each(Text& text, View characters) {
  rewrite(text, characters, [&](const Place& place, Text& made) -> std::size_t {
    if (!among(place[0], characters)) return 0;
    append_padded(made, place.text.substr(place.at, 1));
    return 1;
  });
}

// Every `what`, spaces around `as`.
void pad_all(Text& text, View what, View as) {
  rewrite(text, what.substr(0, 1), [&](const Place& place, Text& made) -> std::size_t {
    if (!place.starts(what)) return 0;
    append_padded(made, as);
    return what.size();
  });
}

// Runs of at least `least` times the character.
void pad_runs(Text& text, char32_t character, std::size_t least) {
  rewrite(text, View(&character, 1), [&](const Place& place, Text& made) -> std::size_t {
    std::size_t count = 0;
    while (place.has(count) && place[count] == character) ++count;
    if (count < least) {  // as they are: the next place must not see a part of the run
      made.append(count, character);
      return count;
    }
    append_padded(made, place.text.substr(place.at, count));
    return count;
  });
}

void open_quotes(Text& text) {
  pad_each(text, U"«“‘„");
  pad_runs(text, '`', 1);
  if (text.starts_with('"')) text.replace(0, 1, U"``");
  pad_all(text, U"``", U"``");
  rewrite(text, U"\"'", [](const Place& place, Text& made) -> std::size_t {
    if (!among(place[0], U" ([{<")) return 0;
    const std::size_t quote = place.starts(U"\"", 1) ? 1 : place.starts(U"''", 1) ? 2 : 0;
    if (quote == 0) return 0;
    made += place[0];
    append_padded(made, U"``");
    return 1 + quote;
  });
  // An apostrophe before a single letter that is no clitic.
  rewrite(text, U"'", [](const Place& place, Text& made) -> std::size_t {
    if (place[0] != '\'' || !place.has(1) || !is_word(place[1]) || !place.boundary(2)) return 0;
    if (among(caseless(place[1]), U"mtsdn")) return 0;
    made += U"' ";
    made += place[1];
    return 2;
  });
}

// The full stop that ends the text, with only `closing` characters and white space behind it.
void split_last_stop(Text& text, View closing, View between) {
  const auto stop = text.rfind('.');
  if (stop == Text::npos || stop == 0 || text[stop - 1] == '.') return;
  auto end = stop + 1;
  while (end < text.size() && among(text[end], closing)) ++end;
  if (!std::all_of(text.begin() + static_cast<std::ptrdiff_t>(end), text.end(), is_space)) return;
  const Text behind = text.substr(stop + 1, end - stop - 1);
  text.resize(stop);
  text += U" .";
  text += between;
  text += behind;
  text += ' ';
}

void split_punctuation(Text& text) {
  split_last_stop(text, U"])}>\"'»”’ ", U" ");
  rewrite(text, U":,", [](const Place& place, Text& made) -> std::size_t {
    if (!among(place[0], U":,") || !place.has(1) || is_decimal(place[1])) return 0;
    append_padded(made, place.text.substr(place.at, 1));
    made += place[1];
    return 2;
  });
  rewrite(text, U":,", [](const Place& place, Text& made) -> std::size_t {
    if (!among(place[0], U":,") || !place.ends(1)) return 0;
    append_padded(made, place.text.substr(place.at, 1));
    return 1;
  });
  pad_runs(text, '.', 2);
  pad_each(text, U";@#$%&");
  split_last_stop(text, U"])}>\"'", U"");
  pad_each(text, U"?!");
  rewrite(text, U"'", [](const Place& place, Text& made) -> std::size_t {
    if (place[0] == '\'' || !place.starts(U"' ", 1)) return 0;
    made += place[0];
    made += U" ' ";
    return 3;
  });
  pad_each(text, U"*");
  pad_each(text, U"][(){}<>");
  pad_all(text, U"--", U"--");
}

// Splits the endings off the words that have one and a space behind it.
void split_endings(Text& text, std::span<const View> endings) {
  rewrite(text, U"'", [&](const Place& place, Text& made) -> std::size_t {
    if (place[0] == '\'' || place[0] == ' ') return 0;
    for (const auto ending : endings) {
      if (!place.starts(ending, 1) || !place.starts(U" ", 1 + ending.size())) continue;
      made += place[0];
      append_padded(made, ending);
      return 2 + ending.size();
    }
    return 0;
  });
}

void close_quotes(Text& text) {
  static constexpr std::array<View, 7> short_endings{U"'s", U"'S", U"'m", U"'M",
                                                     U"'d", U"'D", U"'"};
  static constexpr std::array<View, 8> long_endings{U"'ll", U"'LL", U"'re", U"'RE",
                                                    U"'ve", U"'VE", U"n't", U"N'T"};
  pad_each(text, U"»”’");
  pad_all(text, U"''", U"''");
  pad_all(text, U"\"", U"''");
  split_endings(text, short_endings);
  split_endings(text, long_endings);
}

struct Contraction {
  View whole;
  std::size_t first;  // characters of its first part
  View begins;        // what its first character may be
  bool needs_space = false;
};

// Words that are two.
void split_contractions(Text& text) {
  static constexpr std::array<Contraction, 8> words{{{U"cannot", 3, U"cC"},
                                                     {U"d'ye", 1, U"dD"},
                                                     {U"gimme", 3, U"gG"},
                                                     {U"gonna", 3, U"gG"},
                                                     {U"gotta", 3, U"gG"},
                                                     {U"lemme", 3, U"lL"},
                                                     {U"more'n", 4, U"mM"},
                                                     {U"wanna", 3, U"wW", true}}};
  for (const auto& word : words)
    rewrite(text, word.begins, [&](const Place& place, Text& made) -> std::size_t {
      const auto size = word.whole.size();
      if (!place.starts_caseless(word.whole) || !place.boundary(0)) return 0;
      const bool ends =
          word.needs_space ? place.has(size) && is_space(place[size]) : place.boundary(size);
      if (!ends) return 0;
      append_padded(made, place.text.substr(place.at, word.first));
      made += place.text.substr(place.at + word.first, size - word.first);
      made += ' ';
      return size;
    });
  for (const View word : {View(U" 'tis"), View(U" 'twas")})
    rewrite(text, U"'", [&](const Place& place, Text& made) -> std::size_t {
      if (!place.starts_caseless(word) || !place.boundary(word.size())) return 0;
      append_padded(made, place.text.substr(place.at + 1, 2));
      made += place.text.substr(place.at + 3, word.size() - 3);
      made += ' ';
      return word.size();
    });
}

std::vector<std::string> split(const Text& text) {
  std::vector<std::string> tokens;
  bool inside = false;
  for (const char32_t c : text) {
    if (is_space(c)) {
      inside = false;
      continue;
    }
    if (!std::exchange(inside, true)) tokens.emplace_back();
    language::append(tokens.back(), c);
  }
  return tokens;
}

}  // namespace

std::vector<std::string> word_tokens(std::string_view bytes) {
  Text text;
  text.reserve(bytes.size() + 2);
  for (std::size_t at = 0; at < bytes.size();) text += language::decode(bytes, at);
  open_quotes(text);
  split_punctuation(text);
  text.insert(0, 1, ' ');
  text += ' ';
  close_quotes(text);
  split_contractions(text);
  return split(text);
}

}  // namespace assay::eval
