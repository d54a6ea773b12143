#pragma once
#include <cstddef>
#include <string>
#include <string_view>

// How numbers read in a report, the same in every format.
namespace assay::report {

// A probability as `92 %`. Never 0 % or 100 % unless it is exactly that: `under 1 %`, `over 99 %`.
std::string percent(double probability);

// `340 ms`, `2.4 s`, `3 min 5 s`, `2 h 10 min`. Not a number or negative: `0 ms`.
std::string duration(double seconds);

// `1 source`, `3 sources`. The plural is the noun and an s.
std::string counted(std::size_t count, std::string_view noun);

// The first letter in upper case, where it is an ASCII one.
std::string capitalized(std::string_view text);

}  // namespace assay::report
