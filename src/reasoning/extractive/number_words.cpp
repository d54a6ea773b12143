#include "reasoning/extractive/number_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

#include "language/utf8.h"
#include "reasoning/extractive/units.h"

namespace assay::reasoning::extractive {
namespace {

const std::unordered_map<std::string_view, double>& cardinals() {
  static const std::unordered_map<std::string_view, double> words{{"zero", 0},
                                                                  {"two", 2},
                                                                  {"three", 3},
                                                                  {"four", 4},
                                                                  {"five", 5},
                                                                  {"six", 6},
                                                                  {"seven", 7},
                                                                  {"eight", 8},
                                                                  {"nine", 9},
                                                                  {"ten", 10},
                                                                  {"eleven", 11},
                                                                  {"twelve", 12},
                                                                  {"thirteen", 13},
                                                                  {"fourteen", 14},
                                                                  {"fifteen", 15},
                                                                  {"sixteen", 16},
                                                                  {"seventeen", 17},
                                                                  {"eighteen", 18},
                                                                  {"nineteen", 19},
                                                                  {"twenty", 20},
                                                                  {"thirty", 30},
                                                                  {"forty", 40},
                                                                  {"fifty", 50},
                                                                  {"sixty", 60},
                                                                  {"seventy", 70},
                                                                  {"eighty", 80},
                                                                  {"ninety", 90},
                                                                  // German
                                                                  {"zwei", 2},
                                                                  {"drei", 3},
                                                                  {"vier", 4},
                                                                  {"funf", 5},
                                                                  {"sechs", 6},
                                                                  {"sieben", 7},
                                                                  {"acht", 8},
                                                                  {"neun", 9},
                                                                  {"zehn", 10},
                                                                  {"elf", 11},
                                                                  {"zwolf", 12},
                                                                  {"zwanzig", 20},
                                                                  {"dreissig", 30},
                                                                  {"vierzig", 40},
                                                                  {"funfzig", 50},
                                                                  {"sechzig", 60},
                                                                  {"siebzig", 70},
                                                                  {"achtzig", 80},
                                                                  {"neunzig", 90},
                                                                  // French, Spanish
                                                                  {"deux", 2},
                                                                  {"trois", 3},
                                                                  {"quatre", 4},
                                                                  {"cinq", 5},
                                                                  {"sept", 7},
                                                                  {"huit", 8},
                                                                  {"neuf", 9},
                                                                  {"dix", 10},
                                                                  {"douze", 12},
                                                                  {"vingt", 20},
                                                                  {"dos", 2},
                                                                  {"tres", 3},
                                                                  {"cuatro", 4},
                                                                  {"cinco", 5},
                                                                  {"seis", 6},
                                                                  {"siete", 7},
                                                                  {"ocho", 8},
                                                                  {"nueve", 9},
                                                                  {"diez", 10},
                                                                  {"veinte", 20},
                                                                  // Russian
                                                                  {"два", 2},
                                                                  {"две", 2},
                                                                  {"двух", 2},
                                                                  {"три", 3},
                                                                  {"трех", 3},
                                                                  {"четыре", 4},
                                                                  {"пять", 5},
                                                                  {"шесть", 6},
                                                                  {"семь", 7},
                                                                  {"восемь", 8},
                                                                  {"девять", 9},
                                                                  {"десять", 10},
                                                                  {"двенадцать", 12},
                                                                  {"двадцать", 20},
                                                                  {"тридцать", 30},
                                                                  {"сорок", 40},
                                                                  {"пятьдесят", 50},
                                                                  // Arabic
                                                                  {"ثلاثه", 3},
                                                                  {"اربعه", 4},
                                                                  {"خمسه", 5},
                                                                  {"سته", 6},
                                                                  {"سبعه", 7},
                                                                  {"ثمانيه", 8},
                                                                  {"تسعه", 9},
                                                                  {"عشره", 10}};
  return words;
}

const std::unordered_map<std::string_view, double>& ordinals() {
  static const std::unordered_map<std::string_view, double> words{
      {"first", 1},        {"second", 2},      {"third", 3},       {"fourth", 4},
      {"fifth", 5},        {"sixth", 6},       {"seventh", 7},     {"eighth", 8},
      {"ninth", 9},        {"tenth", 10},      {"eleventh", 11},   {"twelfth", 12},
      {"thirteenth", 13},  {"fourteenth", 14}, {"fifteenth", 15},  {"sixteenth", 16},
      {"seventeenth", 17}, {"eighteenth", 18}, {"nineteenth", 19}, {"twentieth", 20},
      {"zweite", 2},       {"zweiten", 2},     {"zweiter", 2},     {"dritte", 3},
      {"dritten", 3},      {"второи", 2},      {"второй", 2},      {"вторая", 2},
      {"третий", 3},       {"третья", 3}};
  return words;
}

const std::unordered_map<std::string_view, double>& factors() {
  static const std::unordered_map<std::string_view, double> words{
      {"twice", 2},      {"double", 2},  {"doubled", 2},      {"doubling", 2},   {"thrice", 3},
      {"triple", 3},     {"tripled", 3}, {"tripling", 3},     {"quadrupled", 4}, {"halved", 0.5},
      {"verdoppelt", 2}, {"doppelt", 2}, {"verdreifacht", 3}, {"вдвое", 2},      {"втрое", 3}};
  return words;
}

bool tied(const Piece& piece) { return !piece.space_before; }

// Where a hyphen ties two number words (twenty-five), the piece behind it; else `at`.
std::size_t over_hyphen(std::span<const Piece> pieces, std::size_t at) {
  const bool hyphen = at + 1 < pieces.size() && pieces[at].kind == PieceKind::sign &&
                      pieces[at].folded == "-" && tied(pieces[at]) && tied(pieces[at + 1]);
  return hyphen ? at + 1 : at;
}

bool is_word(std::span<const Piece> pieces, std::size_t at, std::string_view word) {
  return at < pieces.size() && pieces[at].kind == PieceKind::word && pieces[at].folded == word;
}

// `third`, `thirds`, `quarter`, `halves` … as parts of one.
std::optional<double> part_named(std::string_view word) {
  if (word == "half" || word == "halves") return 2;
  if (word == "third" || word == "thirds" || word == "drittel") return 3;
  if (word == "quarter" || word == "quarters" || word == "viertel") return 4;
  if (word == "fifth" || word == "fifths") return 5;
  if (word == "tenth" || word == "tenths") return 10;
  return std::nullopt;
}

// `two thirds`, `a third`, `one-quarter`, `half of`, `half the`.
std::optional<SpelledNumber> share(std::span<const Piece> pieces) {
  double count = 1;
  std::size_t at = 0;
  const auto& first = pieces[0].folded;
  const auto cardinal = cardinals().find(first);
  const bool article = first == "a" || first == "an" || first == "one" || first == "ein";
  if (article || cardinal != cardinals().end()) {
    if (!article) count = cardinal->second;
    at = over_hyphen(pieces, 1);
  } else if (first != "half") {
    return std::nullopt;
  }
  if (at >= pieces.size() || pieces[at].kind != PieceKind::word) return std::nullopt;
  const auto parts = part_named(pieces[at].folded);
  if (!parts || count >= *parts) return std::nullopt;
  const bool plain_half = at == 0;
  const bool of = is_word(pieces, at + 1, "of") || is_word(pieces, at + 1, "the");
  // "a quarter" and "half" are also times and portions; of a whole they are shares.
  if ((plain_half || (count == 1 && (*parts == 4 || first == "a"))) && !of) return std::nullopt;
  return SpelledNumber{100 * count / *parts, 2, at + 1, Dimension::percent};
}

// Up to 999 in words: `three hundred and fifty-two`.
std::optional<SpelledNumber> below_thousand(std::span<const Piece> pieces) {
  SpelledNumber number;
  std::size_t at = 0;
  double last = 1000;
  while (at < pieces.size() && pieces[at].kind == PieceKind::word) {
    const auto& word = pieces[at].folded;
    const auto found = cardinals().find(word);
    const bool one =
        word == "one" && (last == 20 || last == 100 || is_word(pieces, at + 1, "hundred"));
    if (found != cardinals().end() || one) {
      const double value = one ? 1 : found->second;
      const bool fits = last == 1000 || last == 100 || (last == 20 && value < 10);
      if (!fits) break;
      number.value += value;
      last = value >= 20 ? 20 : 1;
    } else if (word == "hundred" && number.pieces > 0 && number.value < 100) {
      number.value *= 100;
      last = 100;
    } else if (word == "and" && last == 100 && at + 1 < pieces.size() &&
               cardinals().contains(pieces[at + 1].folded)) {
      ++at;
      continue;
    } else {
      break;
    }
    number.pieces = at + 1;
    at = over_hyphen(pieces, at + 1);
  }
  if (number.pieces == 0) return std::nullopt;
  return number;
}

}  // namespace

std::optional<SpelledNumber> spelled_number(std::span<const Piece> pieces,
                                            std::string_view language) {
  if (pieces.empty() || pieces[0].kind != PieceKind::word) return std::nullopt;
  if (const auto found = share(pieces)) return found;
  const auto& first = pieces[0].folded;
  if (const auto found = factors().find(first); found != factors().end())
    return SpelledNumber{found->second, 0.2, 1, Dimension::factor};
  // `a million`, `one billion`, `a dozen`, `half a million`
  if (first == "a" || first == "an" || first == "one" || first == "eine" || first == "une") {
    const auto scale = pieces.size() > 1 ? find_scale(pieces[1].folded, language) : std::nullopt;
    if (scale) return SpelledNumber{*scale, *scale / 10, 2, Dimension::count};
  }
  if (first == "half" && pieces.size() > 2 && is_word(pieces, 1, "a")) {
    if (const auto scale = find_scale(pieces[2].folded, language))
      return SpelledNumber{*scale / 2, *scale / 10, 3, Dimension::count};
  }
  if (const auto found = ordinals().find(first); found != ordinals().end())
    return SpelledNumber{found->second, 1, 1, Dimension::ordinal};
  return below_thousand(pieces);
}

std::optional<HanNumber> han_number(std::string_view text, bool alone) {
  constexpr std::u32string_view digits = U"零一二三四五六七八九";
  constexpr std::u32string_view counters = U"个個位名座次倍条條家艘架枚届颗顆人头项項";
  HanNumber number;
  double section = 0;  // below 万
  double digit = -1;
  double total = 0;
  std::size_t at = 0;
  std::size_t count = 0;
  bool multiplied = false;
  while (at < text.size()) {
    std::size_t next = at;
    const char32_t point = language::decode(text, next);
    const auto index = point == U'两' || point == U'兩' ? 2 : digits.find(point);
    if (index != std::u32string_view::npos) {
      if (digit > 0) return std::nullopt;  // numerals in a row: a year or a code
      digit = static_cast<double>(index);
    } else if (point == U'十' || point == U'百' || point == U'千') {
      if (count == 0 && point != U'十') return std::nullopt;
      section += std::max(digit, 1.0) * (point == U'十' ? 10 : point == U'百' ? 100 : 1000);
      digit = -1;
      multiplied = true;
    } else if (point == U'万' || point == U'萬' || point == U'亿' || point == U'億') {
      if (count == 0) return std::nullopt;
      section += std::max(digit, 0.0);
      const bool hundred_million = point == U'亿' || point == U'億';
      total = hundred_million ? (total + section) * 1e8 : total + section * 1e4;
      section = 0;
      digit = -1;
      multiplied = true;
    } else {
      break;
    }
    ++count;
    at = next;
  }
  number.value = total + section + std::max(digit, 0.0);
  number.bytes = at;
  if (multiplied && count >= 2) return number;
  if (alone && count == 1 && digit >= 0) return number;
  if (count != 1 || digit < 2 || at >= text.size()) return std::nullopt;
  const char32_t counter = language::decode(text, at);
  if (counters.find(counter) == std::u32string_view::npos) return std::nullopt;
  return number;
}

}  // namespace assay::reasoning::extractive
