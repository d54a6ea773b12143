#include "web/providers/days.h"

namespace assay::web {

core::Date day_before(const core::Date& date) {
  if (date.day() > 1) return *core::Date::of(date.year(), date.month(), date.day() - 1);
  if (date.month() == 1) {
    const auto last = core::Date::of(date.year() - 1, 12, 31);
    return last.value_or(date);  // of the first day there is none before
  }
  for (int day = 31;; --day)
    if (const auto last = core::Date::of(date.year(), date.month() - 1, day)) return *last;
}

std::string two_digits(int number) { return (number < 10 ? "0" : "") + std::to_string(number); }

std::string compact(const core::Date& date) {
  auto text = date.to_string();
  std::erase(text, '-');
  return text;
}

}  // namespace assay::web
