#include "assay/core/date.h"

#include <array>
#include <charconv>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "assay/core/error.h"

namespace assay::core {
namespace {

// Reads fixed or bounded runs of digits from the front of a text.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::optional<int> digits(std::size_t least, std::size_t most) {
    std::size_t n = 0;
    while (n < most && n < text_.size() && text_[n] >= '0' && text_[n] <= '9') ++n;
    if (n < least) return std::nullopt;
    int value = 0;
    std::from_chars(text_.data(), text_.data() + n, value);
    text_.remove_prefix(n);
    return value;
  }
  bool accept(char c) {
    if (text_.empty() || text_.front() != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool accept_any(std::string_view chars) {
    if (text_.empty() || chars.find(text_.front()) == std::string_view::npos) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool done() const { return text_.empty(); }
  char peek() const { return text_.empty() ? '\0' : text_.front(); }

 private:
  std::string_view text_;
};

std::string_view trim(std::string_view text) {
  constexpr std::string_view space = " \t\r\n";
  const auto first = text.find_first_not_of(space);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(space) - first + 1);
}

struct TimeOfDay {
  std::int64_t milliseconds = 0;    // since midnight, as written
  std::int64_t offset_minutes = 0;  // of the zone, east positive
};

// The part of RFC 3339 after the `T`: HH:MM:SS[.fraction](Z|±HH:MM). Consumes all.
std::optional<TimeOfDay> read_time(Reader& in) {
  const auto hour = in.digits(2, 2);
  if (!hour || *hour > 23 || !in.accept(':')) return std::nullopt;
  const auto minute = in.digits(2, 2);
  if (!minute || *minute > 59 || !in.accept(':')) return std::nullopt;
  const auto second = in.digits(2, 2);
  if (!second || *second > 60) return std::nullopt;  // 60: a leap second
  TimeOfDay time;
  time.milliseconds = ((*hour * 60LL + *minute) * 60 + *second) * 1000;
  if (in.accept('.')) {
    std::int64_t unit = 100;
    if (in.peek() < '0' || in.peek() > '9') return std::nullopt;
    while (const auto digit = in.digits(1, 1)) {
      time.milliseconds += *digit * unit;
      unit /= 10;
    }
  }
  if (in.accept_any("Zz")) return in.done() ? std::optional(time) : std::nullopt;
  const bool west = in.peek() == '-';
  if (!in.accept_any("+-")) return std::nullopt;
  const auto hours = in.digits(2, 2);
  if (!hours || *hours > 23 || !in.accept(':')) return std::nullopt;
  const auto minutes = in.digits(2, 2);
  if (!minutes || *minutes > 59 || !in.done()) return std::nullopt;
  time.offset_minutes = (west ? -1 : 1) * (*hours * 60 + *minutes);
  return time;
}

// `YYYY-MM-DD` from the front.
std::optional<Date> read_iso_day(Reader& in) {
  const auto y = in.digits(4, 4);
  if (!y || !in.accept('-')) return std::nullopt;
  const auto m = in.digits(2, 2);
  if (!m || !in.accept('-')) return std::nullopt;
  const auto d = in.digits(2, 2);
  if (!d) return std::nullopt;
  return Date::of(*y, *m, *d);
}

std::optional<Date> read_day_first(std::string_view text) {
  Reader in(text);
  const auto d = in.digits(1, 2);
  if (!d || !in.accept('-')) return std::nullopt;
  const auto m = in.digits(1, 2);
  if (!m || !in.accept('-')) return std::nullopt;
  const auto y = in.digits(4, 4);
  if (!y || !in.done()) return std::nullopt;
  return Date::of(*y, *m, *d);
}

}  // namespace

std::optional<Date> Date::of(int y, int m, int d) {
  if (y < 1 || y > 9999 || m < 1 || m > 12 || d < 1 || d > 31) return std::nullopt;
  const std::chrono::year_month_day days{std::chrono::year(y),
                                         std::chrono::month(static_cast<unsigned>(m)),
                                         std::chrono::day(static_cast<unsigned>(d))};
  return days.ok() ? std::optional(Date(days)) : std::nullopt;
}

std::optional<Date> Date::parse(std::string_view text) {
  text = trim(text);
  Reader in(text);
  if (const auto date = read_iso_day(in)) {
    if (in.done()) return date;
    if (!in.accept_any("Tt ")) return std::nullopt;
    return read_time(in) ? date : std::nullopt;
  }
  return read_day_first(text);
}

std::string Date::to_string() const {
  std::array<char, 16> text{};
  const int n = std::snprintf(text.data(), text.size(), "%04d-%02d-%02d", year(), month(), day());
  return {text.data(), static_cast<std::size_t>(n)};
}

std::string Timestamp::to_string() const {
  using std::chrono::floor;
  const std::chrono::sys_time<std::chrono::milliseconds> point{
      std::chrono::milliseconds(milliseconds)};
  const auto midnight = floor<std::chrono::days>(point);
  const std::chrono::year_month_day days(midnight);
  const auto rest = (point - midnight).count();
  std::array<char, 48> text{};
  const int n = std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ",
                              static_cast<int>(days.year()), static_cast<unsigned>(days.month()),
                              static_cast<unsigned>(days.day()), static_cast<int>(rest / 3600000),
                              static_cast<int>(rest / 60000 % 60),
                              static_cast<int>(rest / 1000 % 60), static_cast<int>(rest % 1000));
  return {text.data(), static_cast<std::size_t>(n)};
}

std::optional<Timestamp> Timestamp::parse(std::string_view text) {
  text = trim(text);
  Reader in(text);
  const auto date = read_iso_day(in);
  if (!date || !in.accept_any("Tt ")) return std::nullopt;
  const auto time = read_time(in);
  if (!time) return std::nullopt;
  const std::chrono::year_month_day days{std::chrono::year(date->year()),
                                         std::chrono::month(static_cast<unsigned>(date->month())),
                                         std::chrono::day(static_cast<unsigned>(date->day()))};
  const auto midnight = std::chrono::sys_days(days).time_since_epoch();
  return Timestamp{std::chrono::milliseconds(midnight).count() + time->milliseconds -
                   time->offset_minutes * 60000};
}

void to_json(Json& json, const Date& date) { json = date.to_string(); }
void to_json(Json& json, const Timestamp& time) { json = time.to_string(); }
void from_json(const Json& json, Timestamp& time) {
  const auto parsed = Timestamp::parse(json.get_ref<const std::string&>());
  if (!parsed) throw InputError("not a time: " + json.get<std::string>());
  time = *parsed;
}

}  // namespace assay::core
