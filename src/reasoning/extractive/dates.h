#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Days, months and years named in running text.
namespace assay::reasoning::extractive {

// What of a date is said: 14 September 2012, September 2012, 14 September, 2012.
struct DateMention {
  std::optional<int> year;
  std::optional<int> month;  // 1 to 12
  std::optional<int> day;    // 1 to 31
  std::size_t begin = 0;     // bytes of the text
  std::size_t end = 0;
  std::string text;
};

// The dates of the text in their order; a bare number from 1500 to 2100 counts as a year where
// nothing around it makes it a count.
std::vector<DateMention> find_dates(std::string_view text);

// Nothing that both say differs. Two mentions that share no part are not compared: true.
bool agree(const DateMention& a, const DateMention& b);
// Do both say the same part (year, or month and day), so that they could differ?
bool comparable(const DateMention& a, const DateMention& b);

}  // namespace assay::reasoning::extractive
