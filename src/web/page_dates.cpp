#include "web/page_dates.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <vector>

#include "web/url.h"

namespace assay::web {
namespace {

using core::Date;

std::optional<Date> plausible(int year, int month, int day) {
  if (year < 1990 || year > 2050) return std::nullopt;
  return Date::of(year, month, day);
}

const std::unordered_map<std::string_view, int>& month_names() {
  static const auto make = [] {
    std::unordered_map<std::string_view, int> names;
    const std::array<std::vector<std::string_view>, 12> months{{
        {"january",    "jan",      "januar",  "jänner",     "januari", "janvier",
         "janv",       "enero",    "ene",     "gennaio",    "gen",     "janeiro",
         "stycznia",   "sty",      "styczeń", "ledna",      "leden",   "января",
         "янв",        "январь",   "ocak",    "ιανουαρίου", "január",  "ianuarie",
         "tammikuuta", "siječnja", "січня",   "يناير",      "januara"},
        {"february",   "feb",     "februar", "feber",       "februari",  "février",
         "févr",       "fév",     "febrero", "febbraio",    "fevereiro", "fev",
         "lutego",     "lut",     "luty",    "února",       "únor",      "февраля",
         "фев",        "февраль", "şubat",   "φεβρουαρίου", "február",   "februarie",
         "helmikuuta", "veljače", "лютого",  "فبراير",      "fevrier"},
        {"march",       "mar",    "märz",    "mär",   "mrz",     "maart",   "mrt",
         "mars",        "marzo",  "março",   "marca", "marzec",  "března",  "březen",
         "марта",       "мар",    "март",    "mart",  "μαρτίου", "március", "martie",
         "maaliskuuta", "ožujka", "березня", "مارس",  "marts",   "maerz"},
        {"april",    "apr",      "avril",   "avr",        "abril",   "abr",    "aprile", "kwietnia",
         "kwi",      "kwiecień", "dubna",   "duben",      "апреля",  "апр",    "апрель", "nisan",
         "απριλίου", "április",  "aprilie", "huhtikuuta", "travnja", "квітня", "أبريل"},
        {"may",   "mai",   "mei",        "mayo",    "maggio", "mag", "maio",
         "maja",  "maj",   "května",     "květen",  "мая",    "май", "mayıs",
         "μαΐου", "május", "toukokuuta", "svibnja", "травня", "مايو"},
        {"june",    "jun",     "juni",     "juin",   "junio",     "giugno", "giu",    "junho",
         "czerwca", "cze",     "czerwiec", "června", "červen",    "июня",   "июн",    "июнь",
         "haziran", "ιουνίου", "június",   "iunie",  "kesäkuuta", "lipnja", "червня", "يونيو"},
        {"july",       "jul",    "juli",  "juillet", "juil",    "julio",    "luglio",
         "lug",        "julho",  "lipca", "lip",     "lipiec",  "července", "červenec",
         "июля",       "июл",    "июль",  "temmuz",  "ιουλίου", "július",   "iulie",
         "heinäkuuta", "srpnja", "липня", "يوليو"},
        {"august",   "aug",    "août",     "aout",      "agosto",    "ago",
         "sierpnia", "sie",    "sierpień", "srpna",     "srpen",     "августа",
         "авг",      "август", "ağustos",  "αυγούστου", "augusztus", "elokuuta",
         "kolovoza", "серпня", "أغسطس",    "augustus",  "augusti"},
        {"september",  "sep",        "sept",      "septembre", "septiembre", "settembre",
         "set",        "setembro",   "września",  "wrz",       "wrzesień",   "září",
         "сентября",   "сен",        "сент",      "сентябрь",  "eylül",      "σεπτεμβρίου",
         "szeptember", "septembrie", "syyskuuta", "rujna",     "вересня",    "سبتمبر"},
        {"october",   "oct",       "oktober",   "okt",          "octobre", "octubre",     "ottobre",
         "ott",       "outubro",   "out",       "października", "paź",     "październik", "října",
         "říjen",     "октября",   "окт",       "октябрь",      "ekim",    "οκτωβρίου",   "október",
         "octombrie", "lokakuuta", "listopada", "жовтня",       "أكتوبر"},
        {"november", "nov", "novembre", "noviembre", "novembro", "listopad", "lis", "listopadu",
         "ноября", "ноя", "ноябрь", "kasım", "νοεμβρίου", "noiembrie", "marraskuuta", "studenoga",
         "листопада", "نوفمبر"},
        {"december",   "dec",      "dezember", "dez",     "décembre", "déc",        "diciembre",
         "dic",        "dicembre", "dezembro", "grudnia", "gru",      "grudzień",   "prosince",
         "prosinec",   "декабря",  "дек",      "декабрь", "aralık",   "δεκεμβρίου", "decembrie",
         "joulukuuta", "prosinca", "грудня",   "ديسمبر",  "decembre"},
    }};
    for (std::size_t i = 0; i < months.size(); ++i)
      for (const auto name : months[i]) names.emplace(name, static_cast<int>(i) + 1);
    return names;
  };
  static const auto names = make();
  return names;
}

struct Token {
  enum class Kind { number, month, cjk_year, cjk_month, cjk_day, separator, word } kind;
  int value = 0;           // of a number or month
  std::size_t digits = 0;  // of a number
  std::string_view text;
};

bool digit(char c) { return c >= '0' && c <= '9'; }
bool word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

// Lower case of ASCII, Latin-1, Greek and Cyrillic capitals: enough for the names of months.
std::string lower(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0u;
    const auto u = static_cast<unsigned char>(c);
    if (c >= 'A' && c <= 'Z') {
      result += static_cast<char>(c + 32);
    } else if (u == 0xC3 && next >= 0x80 && next <= 0x9E) {
      result += c;
      result += static_cast<char>(next + 0x20);
      ++i;
    } else if (u == 0xD0 && next >= 0x90 && next <= 0xAF) {  // А..Я
      result += next < 0xA0 ? c : '\xD1';
      result += static_cast<char>(next < 0xA0 ? next + 0x20 : next - 0x20);
      ++i;
    } else {
      result += c;
    }
  }
  return result;
}

std::vector<Token> tokens_of(std::string_view text) {
  using Kind = Token::Kind;
  std::vector<Token> tokens;
  for (std::size_t i = 0; i < text.size() && tokens.size() < 4000;) {
    const auto start = i;
    if (digit(text[i])) {
      int value = 0;
      while (i < text.size() && digit(text[i])) {
        if (i - start < 8) value = value * 10 + (text[i] - '0');
        ++i;
      }
      tokens.push_back({Kind::number, value, i - start, text.substr(start, i - start)});
    } else if (text.substr(i).starts_with("年") || text.substr(i).starts_with("년")) {
      tokens.push_back({Kind::cjk_year, 0, 0, text.substr(i, 3)});
      i += 3;
    } else if (text.substr(i).starts_with("月") || text.substr(i).starts_with("월")) {
      tokens.push_back({Kind::cjk_month, 0, 0, text.substr(i, 3)});
      i += 3;
    } else if (text.substr(i).starts_with("日") || text.substr(i).starts_with("일")) {
      tokens.push_back({Kind::cjk_day, 0, 0, text.substr(i, 3)});
      i += 3;
    } else if (word_byte(text[i])) {
      while (i < text.size() && word_byte(text[i])) ++i;
      const auto word = text.substr(start, i - start);
      const auto found = word.size() > 24 ? month_names().end() : month_names().find(lower(word));
      if (found != month_names().end())
        tokens.push_back({Kind::month, found->second, 0, word});
      else
        tokens.push_back({Kind::word, 0, 0, word});
    } else if (static_cast<unsigned char>(text[i]) <= ' ') {
      ++i;
    } else {
      ++i;
      tokens.push_back({Kind::separator, text[start], 1, text.substr(start, 1)});
    }
  }
  return tokens;
}

class DateReader {
 public:
  DateReader(std::string_view text, bool month_first)
      : tokens_(tokens_of(text)), month_first_(month_first) {}

  std::optional<Date> first() const {
    for (std::size_t i = 0; i < tokens_.size(); ++i)
      if (auto date = at(i)) return date;
    return std::nullopt;
  }

 private:
  using Kind = Token::Kind;
  const Token* get(std::size_t i) const { return i < tokens_.size() ? &tokens_[i] : nullptr; }
  bool number(std::size_t i, std::size_t least, std::size_t most) const {
    const auto* t = get(i);
    return t != nullptr && t->kind == Kind::number && t->digits >= least && t->digits <= most;
  }
  bool is(std::size_t i, Kind kind) const { return get(i) != nullptr && get(i)->kind == kind; }
  bool separator(std::size_t i, std::string_view which) const {
    return is(i, Kind::separator) && which.find(static_cast<char>(get(i)->value)) != which.npos;
  }
  int value(std::size_t i) const { return get(i)->value; }

  std::optional<Date> at(std::size_t i) const {
    if (number(i, 4, 4)) return year_first(i);
    if (number(i, 8, 8)) return plausible(value(i) / 10000, value(i) / 100 % 100, value(i) % 100);
    if (number(i, 1, 2)) return day_first(i);
    if (is(i, Kind::month)) return name_first(i);
    return std::nullopt;
  }

  std::optional<Date> year_first(std::size_t i) const {
    if (is(i + 1, Kind::cjk_year) && number(i + 2, 1, 2) && is(i + 3, Kind::cjk_month) &&
        number(i + 4, 1, 2))
      return plausible(value(i), value(i + 2), value(i + 4));
    if (separator(i + 1, "-/.") && number(i + 2, 1, 2) && separator(i + 3, "-/.") &&
        number(i + 4, 1, 2))
      return plausible(value(i), value(i + 2), value(i + 4));
    // 2020 March 3
    const auto month = i + 1 + (separator(i + 1, "-,.") ? 1u : 0u);
    if (is(month, Kind::month)) {
      const auto day = month + 1 + (separator(month + 1, "-,.") ? 1u : 0u);
      if (number(day, 1, 2)) return plausible(value(i), value(month), value(day));
    }
    return std::nullopt;
  }

  // A year of four digits, or of two after an apostrophe or in a date of numbers.
  std::optional<int> year(std::size_t i, bool short_too) const {
    if (number(i, 4, 4)) return value(i);
    if (short_too && number(i, 2, 2)) return 2000 + value(i);
    return std::nullopt;
  }

  std::optional<Date> day_first(std::size_t i) const {
    auto next = i + 1;
    // 03.02.2020, 3/2/20
    if (separator(next, "./-") && number(next + 1, 1, 2) && separator(next + 2, "./-") &&
        value(next) == value(next + 2)) {
      const auto y = year(next + 3, true);
      if (!y) return std::nullopt;
      int day = value(i);
      int month = value(next + 1);
      if (month > 12 || (month_first_ && separator(next, "/") && day <= 12)) std::swap(day, month);
      return plausible(*y, month, day);
    }
    // 3. März 2020, 3rd of March, 2020, 3 de marzo de 2020
    if (separator(next, ".-"))
      ++next;
    else if (is(next, Kind::word) && get(next)->text.size() <= 5)
      ++next;  // st, nd, rd, th, de, er, º
    if (is(next, Kind::word) && get(next)->text.size() <= 2) ++next;
    if (!is(next, Kind::month)) return std::nullopt;
    const int month = value(next);
    ++next;
    while (separator(next, ".,-/'") || (is(next, Kind::word) && get(next)->text.size() <= 3))
      ++next;
    if (const auto y = year(next, separator(next - 1, "'-"))) return plausible(*y, month, value(i));
    return std::nullopt;
  }

  // March 3, 2020; Mar. 3rd 2020
  std::optional<Date> name_first(std::size_t i) const {
    auto next = i + 1;
    if (separator(next, ".")) ++next;
    if (!number(next, 1, 2)) return std::nullopt;
    const int day = value(next);
    ++next;
    if (is(next, Kind::word) && get(next)->text.size() <= 2) ++next;
    while (separator(next, ".,-'")) ++next;
    if (const auto y = year(next, false)) return plausible(*y, value(i), day);
    return std::nullopt;
  }

  std::vector<Token> tokens_;
  bool month_first_;
};

}  // namespace

std::optional<Date> find_date(std::string_view text, bool month_first) {
  return DateReader(text.substr(0, 20'000), month_first).first();
}

std::optional<Date> date_in_url(std::string_view url) {
  const auto path = path_of(url);
  const auto number = [&](std::size_t at, std::size_t count) -> int {
    int value = 0;
    if (at + count > path.size()) return -1;
    for (std::size_t i = at; i < at + count; ++i) {
      if (!digit(path[i])) return -1;
      value = value * 10 + (path[i] - '0');
    }
    return value;
  };
  const auto ends = [&](std::size_t at) { return at >= path.size() || !digit(path[at]); };
  const auto splits = [&](std::size_t at) {
    return at < path.size() &&
           (path[at] == '/' || path[at] == '-' || path[at] == '_' || path[at] == '.');
  };
  for (std::size_t i = 1; i + 6 <= path.size(); ++i) {
    if (!digit(path[i]) || digit(path[i - 1])) continue;
    const int year = number(i, 4);
    if (year < 1990 || year > 2050) continue;
    if (splits(i + 4)) {  // one or two digits each
      const std::size_t m = number(i + 5, 2) >= 0 ? 2 : 1;
      if (!splits(i + 5 + m)) continue;
      const auto d = i + 6 + m;
      const std::size_t n = number(d, 2) >= 0 ? 2 : 1;
      if (ends(d + n))
        if (const auto date = plausible(year, number(i + 5, m), number(d, n))) return date;
    } else if (ends(i + 8)) {
      if (const auto date = plausible(year, number(i + 4, 2), number(i + 6, 2))) return date;
    }
  }
  return std::nullopt;
}

}  // namespace assay::web
