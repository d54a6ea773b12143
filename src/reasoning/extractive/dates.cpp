#include "reasoning/extractive/dates.h"

#include <unordered_map>
#include <unordered_set>

#include "reasoning/extractive/scanning.h"

namespace assay::reasoning::extractive {
namespace {

const std::unordered_map<std::string_view, int>& months() {
  static const std::unordered_map<std::string_view, int> names{
      {"january", 1},   {"february", 2},   {"march", 3},     {"april", 4},      {"may", 5},
      {"june", 6},      {"july", 7},       {"august", 8},    {"september", 9},  {"october", 10},
      {"november", 11}, {"december", 12},  {"jan", 1},       {"feb", 2},        {"mar", 3},
      {"apr", 4},       {"jun", 6},        {"jul", 7},       {"aug", 8},        {"sep", 9},
      {"sept", 9},      {"oct", 10},       {"nov", 11},      {"dec", 12},       {"januar", 1},
      {"februar", 2},   {"marz", 3},       {"mai", 5},       {"juni", 6},       {"juli", 7},
      {"oktober", 10},  {"dezember", 12},  {"janvier", 1},   {"fevrier", 2},    {"mars", 3},
      {"avril", 4},     {"juin", 6},       {"juillet", 7},   {"aout", 8},       {"septembre", 9},
      {"octobre", 10},  {"novembre", 11},  {"decembre", 12}, {"enero", 1},      {"febrero", 2},
      {"marzo", 3},     {"abril", 4},      {"mayo", 5},      {"junio", 6},      {"julio", 7},
      {"agosto", 8},    {"septiembre", 9}, {"octubre", 10},  {"noviembre", 11}, {"diciembre", 12},
      {"января", 1},    {"февраля", 2},    {"марта", 3},     {"апреля", 4},     {"мая", 5},
      {"июня", 6},      {"июля", 7},       {"августа", 8},   {"сентября", 9},   {"октября", 10},
      {"ноября", 11},   {"декабря", 12},   {"январе", 1},    {"феврале", 2},    {"марте", 3},
      {"апреле", 4},    {"мае", 5},        {"июне", 6},      {"июле", 7},       {"августе", 8},
      {"сентябре", 9},  {"октябре", 10},   {"ноябре", 11},   {"декабре", 12},   {"يناير", 1},
      {"فبراير", 2},    {"مارس", 3},       {"ابريل", 4},     {"مايو", 5},       {"يونيو", 6},
      {"يوليو", 7},     {"اغسطس", 8},      {"سبتمبر", 9},    {"اكتوبر", 10},    {"نوفمبر", 11},
      {"ديسمبر", 12}};
  return names;
}

// Behind a number that could be a year, these make it a count.
bool counted(std::string_view word) {
  static const std::unordered_set<std::string_view> nouns{
      "people",     "persons",   "deaths",     "cases",       "men",       "women",      "children",
      "students",   "members",   "soldiers",   "troops",      "workers",   "jobs",       "votes",
      "voters",     "homes",     "houses",     "cars",        "million",   "billion",    "thousand",
      "percent",    "km",        "kilometers", "kilometres",  "miles",     "m",          "meters",
      "metres",     "feet",      "kg",         "tons",        "tonnes",    "dollars",    "euros",
      "pounds",     "years",     "days",       "hours",       "minutes",   "employees",  "patients",
      "schools",    "hospitals", "beds",       "islands",     "species",   "words",      "pages",
      "ballots",    "seats",     "times",      "mw",          "calories",  "metern",     "meter",
      "menschen",   "einwohner", "einwohnern", "millionen",   "jahre",     "человек",    "метров",
      "километров", "км",        "м",          "inhabitants", "residents", "households", "victims",
      "injured",    "dead",      "units",      "points",      "acres",     "hectares"};
  return nouns.contains(word);
}

// Before a number that could be a year, these make it a count.
bool bounds_count(std::string_view word) {
  static const std::unordered_set<std::string_view> words{
      "over",  "about", "than",   "nearly", "almost",  "around", "approximately", "roughly",
      "least", "most",  "some",   "only",   "exactly", "rs",     "usd",           "eur",
      "inr",   "n",     "number", "no",     "etwa",    "rund",   "около"};
  return words.contains(word);
}

class DateReader {
 public:
  explicit DateReader(std::string_view text) : text_(text), pieces_(scan_pieces(text, {})) {}

  std::vector<DateMention> run() {
    while (at_ < pieces_.size())
      if (!numeric() && !han() && !day_first() && !month_first() && !year_alone()) ++at_;
    return std::move(mentions_);
  }

 private:
  const Piece* piece(std::size_t offset) const {
    return at_ + offset < pieces_.size() ? &pieces_[at_ + offset] : nullptr;
  }
  bool is_sign(std::size_t offset, std::string_view sign) const {
    const auto* p = piece(offset);
    return p != nullptr && p->kind == PieceKind::sign && p->folded == sign;
  }
  bool is_word(std::size_t offset, std::string_view word) const {
    const auto* p = piece(offset);
    return p != nullptr && p->kind == PieceKind::word && p->folded == word;
  }
  std::optional<int> number(std::size_t offset, int low, int high) const {
    const auto* p = piece(offset);
    if (p == nullptr || p->kind != PieceKind::number || p->grouped || p->fraction) return {};
    if (p->value < low || p->value > high) return {};
    return static_cast<int>(p->value);
  }
  std::optional<int> year(std::size_t offset) const {
    const auto* p = piece(offset);
    if (p == nullptr || p->digits != 4) return {};
    return number(offset, 1000, 2199);
  }
  std::optional<int> month(std::size_t offset) const {
    const auto* p = piece(offset);
    if (p == nullptr || p->kind != PieceKind::word) return {};
    const auto found = months().find(p->folded);
    if (found == months().end()) return {};
    // "may" and "march" are verbs too; the names of months have a capital.
    const bool verb = p->folded == "may" || p->folded == "march" || p->folded == "mar";
    const char first = text_[p->begin];
    if (verb && first >= 'a' && first <= 'z') return {};
    return found->second;
  }

  bool add(std::optional<int> y, std::optional<int> m, std::optional<int> d, std::size_t count) {
    DateMention mention;
    mention.year = y;
    mention.month = m;
    mention.day = d;
    mention.begin = pieces_[at_].begin;
    mention.end = pieces_[at_ + count - 1].end;
    mention.text = std::string(text_.substr(mention.begin, mention.end - mention.begin));
    mentions_.push_back(std::move(mention));
    at_ += count;
    return true;
  }

  // 2012-09-14, 14.09.2012, 14/9/2012
  bool numeric() {
    for (const std::string_view sign : {"-", "/", "."}) {
      if (!is_sign(1, sign) || !is_sign(3, sign)) continue;
      const auto tied = [&](std::size_t i) { return !piece(i)->space_before; };
      if (piece(4) == nullptr || !tied(1) || !tied(2) || !tied(3) || !tied(4)) continue;
      if (const auto y = year(0), m = number(2, 1, 12), d = number(4, 1, 31); y && m && d)
        return add(y, m, d, 5);
      const auto y = year(4);
      if (const auto d = number(0, 1, 31), m = number(2, 1, 12); y && m && d)
        return add(y, m, d, 5);
      if (const auto m = number(0, 1, 12), d = number(2, 13, 31); y && m && d)
        return add(y, m, d, 5);
    }
    return false;
  }

  static bool starts(const Piece* p, std::string_view prefix) {
    return p != nullptr && p->kind == PieceKind::word && p->folded.starts_with(prefix);
  }

  // 2012年9月14日
  bool han() {
    const auto y = year(0);
    if (y && starts(piece(1), "年")) {
      if (piece(1)->folded != "年") return add(y, {}, {}, 1);
      const auto m = number(2, 1, 12);
      if (!m || !starts(piece(3), "月")) return add(y, {}, {}, 1);
      const auto d = number(4, 1, 31);
      if (piece(3)->folded == "月" && d && (starts(piece(5), "日") || starts(piece(5), "号")))
        return add(y, m, d, 5);
      return add(y, m, {}, 3);
    }
    const auto m = number(0, 1, 12);
    if (!m || !starts(piece(1), "月")) return false;
    const auto d = number(2, 1, 31);
    if (piece(1)->folded == "月" && d && (starts(piece(3), "日") || starts(piece(3), "号")))
      return add({}, m, d, 3);
    return false;
  }

  // 14 September 2012, 14th of September, 14. September
  bool day_first() {
    const auto d = number(0, 1, 31);
    if (!d) return false;
    std::size_t at = 1;
    for (const std::string_view suffix : {"st", "nd", "rd", "th"})
      if (at == 1 && is_word(at, suffix) && !piece(at)->space_before) ++at;
    if (is_sign(at, ".")) ++at;
    if (is_word(at, "of") || is_word(at, "de")) ++at;
    const auto m = month(at);
    if (!m) return false;
    ++at;
    const std::size_t end = at;
    if (is_sign(at, ",") || is_word(at, "de")) ++at;
    if (const auto y = year(at)) return add(y, m, d, at + 1);
    return add({}, m, d, end);
  }

  // September 14, 2012; September 2012; September
  bool month_first() {
    const auto m = month(0);
    if (!m) return false;
    std::size_t at = 1;
    if (is_sign(at, ".") && !piece(at)->space_before) ++at;
    if (const auto y = year(at)) return add(y, m, {}, at + 1);
    if (const auto d = number(at, 1, 31); d && piece(at)->digits <= 2) {
      ++at;
      for (const std::string_view suffix : {"st", "nd", "rd", "th"})
        if (is_word(at, suffix) && !piece(at)->space_before) {
          ++at;
          break;
        }
      const std::size_t end = at;
      if (is_sign(at, ",")) ++at;
      if (const auto y = year(at)) return add(y, m, d, at + 1);
      return add({}, m, d, end);
    }
    if (is_word(at, "of") && year(at + 1)) return add(year(at + 1), m, {}, at + 2);
    // Alone, "Mars" is a planet, a god or a company sooner than a French March.
    const auto& name = pieces_[at_].folded;
    if (name.size() > 3 && name != "mars") return add({}, m, {}, 1);
    return false;
  }

  bool year_alone() {
    const auto y = year(0);
    if (!y || *y < 1500 || *y > 2100) return false;
    const auto& p = pieces_[at_];
    if (at_ > 0) {
      const auto& before = pieces_[at_ - 1];
      if (before.kind == PieceKind::word && (!p.space_before || bounds_count(before.folded)))
        return false;
      const bool currency = before.kind == PieceKind::sign && !p.space_before &&
                            before.folded != "(" && before.folded != "-" && before.folded != "/" &&
                            before.folded != "–" && before.folded != "'" && before.folded != "\"" &&
                            before.folded != "[" && before.folded != ",";
      if (currency) return false;
    }
    const auto* behind = piece(1);
    if (behind != nullptr && behind->kind == PieceKind::word &&
        (counted(behind->folded) ||
         (!behind->space_before && behind->folded.size() < 4 && behind->folded != "s")))
      return false;
    if (behind != nullptr && behind->kind == PieceKind::sign &&
        (behind->folded == "%" || behind->folded == "°" || behind->folded == "$" ||
         behind->folded == "€"))
      return false;
    return add(y, {}, {}, 1);
  }

  std::string_view text_;
  std::vector<Piece> pieces_;
  std::size_t at_ = 0;
  std::vector<DateMention> mentions_;
};

bool differ(const std::optional<int>& a, const std::optional<int>& b) { return a && b && *a != *b; }

}  // namespace

std::vector<DateMention> find_dates(std::string_view text) { return DateReader(text).run(); }

bool agree(const DateMention& a, const DateMention& b) {
  return !differ(a.year, b.year) && !differ(a.month, b.month) && !differ(a.day, b.day);
}

bool comparable(const DateMention& a, const DateMention& b) {
  return (a.year && b.year) || (a.month && b.month);
}

}  // namespace assay::reasoning::extractive
