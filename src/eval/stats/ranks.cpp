#include "eval/stats/ranks.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace assay::eval {

Ranks ranks(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
  Ranks result;
  result.ranks.resize(values.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t end = first + 1;
    while (end < order.size() && values[order[end]] == values[order[first]]) ++end;
    const double rank = static_cast<double>(first + 1 + end) / 2;
    for (std::size_t i = first; i < end; ++i) result.ranks[order[i]] = rank;
    const auto equal = static_cast<double>(end - first);
    result.tie_sum += equal * equal * equal - equal;
    first = end;
  }
  return result;
}

}  // namespace assay::eval
