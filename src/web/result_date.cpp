#include "web/result_date.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <string>
#include <vector>

#include "web/clean_text.h"
#include "web/page_dates.h"

namespace assay::web {
namespace {

namespace chrono = std::chrono;
using core::Date;
using core::Timestamp;

constexpr std::size_t longest = 200;  // bytes that are looked at
constexpr int most = 100'000;         // of a unit

enum class Unit { second, minute, hour, day, week, month, year };

struct UnitWord {
  std::string_view start;  // of the word, in lower case
  Unit unit;
};

// The longer of two that begin alike stands first.
constexpr std::array<UnitWord, 40> unit_words{{
    {"sec", Unit::second},  {"sek", Unit::second},    {"seg", Unit::second},
    {"min", Unit::minute},  {"hour", Unit::hour},     {"hr", Unit::hour},
    {"stund", Unit::hour},  {"heure", Unit::hour},    {"hora", Unit::hour},
    {"ora", Unit::hour},    {"ore", Unit::hour},      {"uur", Unit::hour},
    {"uren", Unit::hour},   {"std", Unit::hour},      {"day", Unit::day},
    {"tag", Unit::day},     {"jour", Unit::day},      {"día", Unit::day},
    {"dia", Unit::day},     {"giorn", Unit::day},     {"dag", Unit::day},
    {"week", Unit::week},   {"woche", Unit::week},    {"semaine", Unit::week},
    {"semana", Unit::week}, {"settiman", Unit::week}, {"weken", Unit::week},
    {"month", Unit::month}, {"monat", Unit::month},   {"mois", Unit::month},
    {"mese", Unit::month},  {"mesi", Unit::month},    {"mes", Unit::month},
    {"mês", Unit::month},   {"maand", Unit::month},   {"year", Unit::year},
    {"jahr", Unit::year},   {"an", Unit::year},       {"añ", Unit::year},
    {"jaar", Unit::year},
}};

constexpr std::array<std::string_view, 12> words_for_one{
    "a", "an", "one", "ein", "einem", "einer", "un", "une", "una", "um", "uma", "een"};
constexpr std::array<std::string_view, 8> words_of_ages{"ago", "vor", "hace",  "il",
                                                        "fa",  "há",  "atrás", "geleden"};
constexpr std::array<std::string_view, 9> today{"today", "now",  "heute",   "aujourd'hui", "hoy",
                                                "oggi",  "hoje", "vandaag", "just"};
constexpr std::array<std::string_view, 7> yesterday{"yesterday", "gestern", "hier",    "ayer",
                                                    "ieri",      "ontem",   "gisteren"};

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::ranges::find(words, word) != words.end();
}

std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return text;
}

// In lower case; numbers and letters apart (`3d`), other signs only part them.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  bool inside = false;
  bool number = false;
  for (const char c : lower(text)) {
    const bool digit = c >= '0' && c <= '9';
    const bool letter =
        (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80 || c == '\'';
    if (!digit && !letter) {
      inside = false;
      continue;
    }
    if (!inside || number != digit) words.emplace_back();
    inside = true;
    number = digit;
    words.back() += c;
  }
  return words;
}

std::optional<int> count_of(const std::string& word) {
  if (is_one_of(word, words_for_one)) return 1;
  int count = 0;
  const auto* end = word.data() + word.size();
  const auto read = std::from_chars(word.data(), end, count);
  if (read.ec != std::errc() || read.ptr != end || count < 0 || count > most) return std::nullopt;
  return count;
}

std::optional<Unit> unit_of(const std::string& word) {
  if (word == "h") return Unit::hour;
  if (word == "d" || word == "j") return Unit::day;
  for (const auto& [start, unit] : unit_words)
    if (word.starts_with(start)) return unit;
  return std::nullopt;
}

chrono::sys_days midnight(Timestamp time) {
  return chrono::floor<chrono::days>(
      chrono::sys_time<chrono::milliseconds>(chrono::milliseconds(time.milliseconds)));
}

std::optional<Date> date_of(chrono::year_month_day days) {
  return Date::of(static_cast<int>(days.year()),
                  static_cast<int>(static_cast<unsigned>(days.month())),
                  static_cast<int>(static_cast<unsigned>(days.day())));
}

std::optional<Date> months_before(Timestamp now, int months) {
  const chrono::year_month_day today_is(midnight(now));
  auto days = today_is - chrono::months(months);
  if (!days.ok()) days = days.year() / days.month() / chrono::last;
  return date_of(days);
}

std::optional<Date> age(int count, Unit unit, Timestamp now) {
  switch (unit) {
    case Unit::second:
      return day_of({now.milliseconds - count * 1'000LL});
    case Unit::minute:
      return day_of({now.milliseconds - count * 60'000LL});
    case Unit::hour:
      return day_of({now.milliseconds - count * 3'600'000LL});
    case Unit::day:
      return day_of(now, -count);
    case Unit::week:
      return day_of(now, -7 * count);
    case Unit::month:
      return months_before(now, count);
    case Unit::year:
      return months_before(now, 12 * count);
  }
  return std::nullopt;
}

std::optional<Date> relative(const std::string& text, Timestamp now) {
  constexpr std::size_t most_words = 8;  // more is a sentence
  const auto words = words_of(text);
  if (words.empty() || words.size() > most_words) return std::nullopt;
  if (is_one_of(words.front(), today)) return day_of(now);
  if (is_one_of(words.front(), yesterday)) return day_of(now, -1);
  const bool an_age = std::ranges::any_of(
      words, [](const std::string& word) { return is_one_of(word, words_of_ages); });
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const auto count = count_of(words[i]);
    const auto unit = unit_of(words[i + 1]);
    // Without a word such as `ago`, an age is all that the text says: `3d`, `5 hours`.
    if (count && unit && (an_age || words.size() == 2)) return age(*count, *unit, now);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Date> day_of(Timestamp time, int days) {
  return date_of(chrono::year_month_day(midnight(time) + chrono::days(days)));
}

std::optional<Date> result_date(std::string_view text, Timestamp now, bool month_first) {
  const auto line = one_line(text.substr(0, longest));
  if (line.empty()) return std::nullopt;
  if (const auto date = find_date(line, month_first)) return date;
  return relative(line, now);
}

}  // namespace assay::web
