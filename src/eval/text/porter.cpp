#include "eval/text/porter.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "language/fold.h"
#include "language/utf8.h"

namespace assay::eval {
namespace {

using Word = std::u32string;
using View = std::u32string_view;

bool is_vowel_letter(char32_t c) { return View(U"aeiou").find(c) != View::npos; }

// What each letter is. A `y` is a vowel behind a consonant, so letters are judged from the front.
class Letters {
 public:
  explicit Letters(View word) {
    vowel_.reserve(word.size());
    for (const char32_t c : word) {
      const bool behind_consonant = !vowel_.empty() && vowel_.back() == 0;
      vowel_.push_back(is_vowel_letter(c) || (c == 'y' && behind_consonant) ? 1 : 0);
    }
  }

  bool vowel(std::size_t i) const { return vowel_[i] != 0; }
  bool any_vowel() const { return std::ranges::find(vowel_, 1) != vowel_.end(); }
  std::size_t size() const { return vowel_.size(); }

  // How often consonants follow vowels: Porter's m.
  std::size_t measure() const {
    std::size_t count = 0;
    for (std::size_t i = 1; i < vowel_.size(); ++i) count += vowel(i - 1) && !vowel(i);
    return count;
  }

 private:
  std::string vowel_;  // 1 or 0
};

std::size_t measure(View word) { return Letters(word).measure(); }

bool ends_in_double_consonant(View word) {
  const auto size = word.size();
  return size >= 2 && word[size - 1] == word[size - 2] && !Letters(word).vowel(size - 1);
}

// As in "hop": a short syllable, which a silent e would close.
bool ends_short(View word) {
  const Letters letters(word);
  const auto size = word.size();
  if (size == 2) return letters.vowel(0) && !letters.vowel(1);
  return size >= 3 && !letters.vowel(size - 3) && letters.vowel(size - 2) &&
         !letters.vowel(size - 1) && View(U"wxy").find(word[size - 1]) == View::npos;
}

void replace_end(Word& word, std::size_t count, View by) {
  word.resize(word.size() - count);
  word += by;
}

struct Rule {
  View suffix;
  View by;
  // Letters of the suffix that count as the stem's where that is measured.
  std::size_t kept = 0;
};

// The first rule whose suffix the word has decides, whether what precedes is long enough or not.
void apply(Word& word, std::span<const Rule> rules, std::size_t least_measure) {
  for (const auto& rule : rules) {
    if (!word.ends_with(rule.suffix)) continue;
    const auto stem = View(word).substr(0, word.size() - rule.suffix.size() + rule.kept);
    if (measure(stem) >= least_measure) replace_end(word, rule.suffix.size(), rule.by);
    return;
  }
}

void drop_plural(Word& word) {
  const bool long_ies = word.ends_with(U"ies") && word.size() != 4;
  if (long_ies || word.ends_with(U"sses"))
    replace_end(word, 2, U"");
  else if (word.ends_with(U"s") && !word.ends_with(U"ss"))
    replace_end(word, 1, U"");
}

// What is left of a word in -ed or -ing gets back the end that it lost.
void mend(Word& word) {
  const bool lost_e = word.ends_with(U"at") || word.ends_with(U"bl") || word.ends_with(U"iz");
  if (!lost_e && ends_in_double_consonant(word)) {
    if (View(U"lsz").find(word.back()) == View::npos) word.pop_back();
  } else if (lost_e || (measure(word) == 1 && ends_short(word))) {
    word += 'e';
  }
}

void drop_past_and_participle(Word& word) {
  if (word.ends_with(U"ied")) return replace_end(word, word.size() == 4 ? 1 : 2, U"");
  if (word.ends_with(U"eed")) {
    if (measure(View(word).substr(0, word.size() - 3)) > 0) word.pop_back();
    return;
  }
  for (const View suffix : {View(U"ed"), View(U"ing")}) {
    if (!word.ends_with(suffix)) continue;
    if (!Letters(View(word).substr(0, word.size() - suffix.size())).any_vowel()) return;
    replace_end(word, suffix.size(), U"");
    return mend(word);
  }
}

void turn_y(Word& word) {
  if (word.size() <= 2 || word.back() != 'y') return;
  if (!Letters(word).vowel(word.size() - 2)) word.back() = 'i';
}

void shorten_double_suffix(Word& word) {
  static constexpr std::array<Rule, 22> rules{
      {{U"ational", U"ate"}, {U"tional", U"tion"}, {U"enci", U"ence"},   {U"anci", U"ance"},
       {U"izer", U"ize"},    {U"bli", U"ble"},     {U"alli", U"al"},     {U"entli", U"ent"},
       {U"eli", U"e"},       {U"ousli", U"ous"},   {U"ization", U"ize"}, {U"ation", U"ate"},
       {U"ator", U"ate"},    {U"alism", U"al"},    {U"iveness", U"ive"}, {U"fulness", U"ful"},
       {U"ousness", U"ous"}, {U"aliti", U"al"},    {U"iviti", U"ive"},   {U"biliti", U"ble"},
       {U"fulli", U"ful"},   {U"logi", U"log", 1}}};
  // What -alli leaves may end in another of them.
  while (word.ends_with(U"alli") && measure(View(word).substr(0, word.size() - 4)) > 0)
    replace_end(word, 2, U"");
  apply(word, rules, 1);
}

void shorten_suffix(Word& word) {
  static constexpr std::array<Rule, 7> rules{{{U"icate", U"ic"},
                                              {U"ative", U""},
                                              {U"alize", U"al"},
                                              {U"iciti", U"ic"},
                                              {U"ical", U"ic"},
                                              {U"ful", U""},
                                              {U"ness", U""}}};
  apply(word, rules, 1);
}

void drop_suffix(Word& word) {
  static constexpr std::array<Rule, 20> rules{
      {{U"al", U""},   {U"ance", U""},     {U"ence", U""},     {U"er", U""},    {U"ic", U""},
       {U"able", U""}, {U"ible", U""},     {U"ant", U""},      {U"ement", U""}, {U"ment", U""},
       {U"ent", U""},  {U"sion", U"s", 1}, {U"tion", U"t", 1}, {U"ou", U""},    {U"ism", U""},
       {U"ate", U""},  {U"iti", U""},      {U"ous", U""},      {U"ive", U""},   {U"ize", U""}}};
  apply(word, rules, 2);
}

void tidy(Word& word) {
  if (word.ends_with(U"e")) {
    const auto stem = View(word).substr(0, word.size() - 1);
    const auto m = measure(stem);
    if (m > 1 || (m == 1 && !ends_short(stem))) word.pop_back();
  }
  if (word.ends_with(U"ll") && measure(View(word).substr(0, word.size() - 1)) > 1) word.pop_back();
}

struct Irregular {
  std::string_view word;
  std::string_view stem;
};
constexpr std::array<Irregular, 16> irregular_words{{{"sky", "sky"},
                                                     {"skies", "sky"},
                                                     {"dying", "die"},
                                                     {"lying", "lie"},
                                                     {"tying", "tie"},
                                                     {"news", "news"},
                                                     {"innings", "inning"},
                                                     {"inning", "inning"},
                                                     {"outings", "outing"},
                                                     {"outing", "outing"},
                                                     {"cannings", "canning"},
                                                     {"canning", "canning"},
                                                     {"howe", "howe"},
                                                     {"proceed", "proceed"},
                                                     {"exceed", "exceed"},
                                                     {"succeed", "succeed"}}};

Word decode(std::string_view text) {
  Word word;
  word.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) word += language::decode(text, at);
  return word;
}

}  // namespace

std::string porter_stem(std::string_view given) {
  auto lower = language::lower_case(given);
  for (const auto& [irregular, stem] : irregular_words)
    if (lower == irregular) return std::string(stem);
  auto word = decode(lower);
  if (word.size() <= 2) return lower;
  drop_plural(word);
  drop_past_and_participle(word);
  turn_y(word);
  shorten_double_suffix(word);
  shorten_suffix(word);
  drop_suffix(word);
  tidy(word);
  std::string stem;
  for (const char32_t c : word) language::append(stem, c);
  return stem;
}

}  // namespace assay::eval
