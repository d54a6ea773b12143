#include "report/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace assay::report {

std::string percent(double probability) {
  const double p = std::isnan(probability) ? 0 : std::clamp(probability, 0.0, 1.0) * 100;
  if (p > 0 && p < 1) return "under 1 %";
  if (p > 99 && p < 100) return "over 99 %";
  return fmt::format("{:.0f} %", p);
}

std::string duration(double seconds) {
  if (!(seconds > 0)) return "0 ms";
  const double milliseconds = std::min(seconds * 1000, 1e15);
  if (milliseconds < 999.5) return fmt::format("{:.0f} ms", milliseconds);
  if (milliseconds < 59950) return fmt::format("{:.1f} s", milliseconds / 1000);
  const auto whole = static_cast<long long>(std::llround(milliseconds / 1000));
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string capitalized(std::string_view text) {
  std::string result(text);
  if (!result.empty() && result[0] >= 'a' && result[0] <= 'z')
    result[0] = static_cast<char>(result[0] - 'a' + 'A');
  return result;
}

}  // namespace assay::report
