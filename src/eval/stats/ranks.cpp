#include "eval/stats/ranks.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "assay/core/error.h"

namespace assay::eval {

Ranks ranks_of(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
  Ranks result{std::vector<double>(values.size()), 0};
  for (std::size_t begin = 0; begin < order.size();) {
    auto end = begin + 1;
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    const double middle = (static_cast<double>(begin) + static_cast<double>(end) + 1) / 2;
    for (auto i = begin; i < end; ++i) result.ranks[order[i]] = middle;
    const auto group = static_cast<double>(end - begin);
    result.ties += group * group * group - group;
    begin = end;
  }
  return result;
}

void require_numbers(std::span<const double> values, const char* what) {
  for (const auto value : values)
    if (!std::isfinite(value))
      throw core::InputError(std::string(what) + ": a value is no finite number");
}

double normal_tail(double z) { return std::erfc(z / std::sqrt(2.0)) / 2; }

}  // namespace assay::eval
