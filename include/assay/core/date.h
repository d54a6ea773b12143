#pragma once
#include <chrono>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "assay/core/json.h"

namespace assay::core {

// A calendar day of the proleptic Gregorian calendar, years 1 to 9999.
class Date {
 public:
  // Nothing where the day does not exist (30 February, year 0, month 13).
  static std::optional<Date> of(int year, int month, int day);

  // Reads `YYYY-MM-DD`, `D-M-YYYY` (AVeriTeC's form) and RFC 3339 date-times, white space around
  // them ignored. Of a date-time the day is taken as it is written, in its own offset. Nothing
  // where the text is anything else, trailing text included.
  static std::optional<Date> parse(std::string_view text);

  int year() const { return static_cast<int>(days_.year()); }
  int month() const { return static_cast<int>(static_cast<unsigned>(days_.month())); }
  int day() const { return static_cast<int>(static_cast<unsigned>(days_.day())); }
  // `YYYY-MM-DD`.
  std::string to_string() const;

  friend auto operator<=>(const Date&, const Date&) = default;

 private:
  explicit Date(std::chrono::year_month_day days) : days_(days) {}
  std::chrono::year_month_day days_;
};

// A point in time: milliseconds since 1970-01-01T00:00:00Z.
struct Timestamp {
  std::int64_t milliseconds = 0;

  // RFC 3339 in UTC with milliseconds: `2026-11-30T12:45:42.123Z`.
  std::string to_string() const;
  // The inverse of to_string(), other RFC 3339 offsets and fractions accepted; nothing otherwise.
  static std::optional<Timestamp> parse(std::string_view text);

  friend auto operator<=>(const Timestamp&, const Timestamp&) = default;
};

void to_json(Json& json, const Date& date);
void to_json(Json& json, const Timestamp& time);
void from_json(const Json& json, Timestamp& time);

}  // namespace assay::core
