#include "eval/stats/mann_whitney.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "assay/core/error.h"
#include "eval/stats/ranks.h"

namespace assay::eval {
namespace {

constexpr std::size_t largest_small_sample = 8;
constexpr std::size_t largest_exact_product = 10'000;

// ways[u]: in how many ways `few` of `few + many` places give the statistic u. Whoever takes the
// place r as his i-th (both from 1) stands above r - i of the others.
std::vector<double> ways_of_u(std::size_t few, std::size_t many) {
  const std::size_t largest = few * many;
  std::vector<std::vector<double>> ways(few + 1, std::vector<double>(largest + 1, 0));
  ways[0][0] = 1;
  for (std::size_t place = 1; place <= few + many; ++place)
    for (std::size_t taken = std::min(few, place); taken >= 1; --taken) {
      const std::size_t above = place - taken;
      if (above > many) break;
      for (std::size_t u = above; u <= largest; ++u) ways[taken][u] += ways[taken - 1][u - above];
    }
  return ways[few];
}

// P(U >= u), for a whole u. U is as often n·m - u as u.
double exact_survival(double u, std::size_t n, std::size_t m) {
  const auto ways = ways_of_u(std::min(n, m), std::max(n, m));
  const auto from = ways.begin() + static_cast<std::ptrdiff_t>(u);
  return std::accumulate(from, ways.end(), 0.0) / std::accumulate(ways.begin(), ways.end(), 0.0);
}

double approximate_survival(double u, double n, double m, double tie_sum) {
  const double all = n + m;
  const double variance = n * m / 12 * (all + 1 - tie_sum / (all * (all - 1)));
  if (!(variance > 0)) return 1;  // all values are equal
  return normal_tail((u - n * m / 2 - 0.5) / std::sqrt(variance));
}

}  // namespace

MannWhitney mann_whitney(std::span<const double> first, std::span<const double> second,
                         Alternative alternative) {
  if (first.empty() || second.empty()) throw core::InputError("Mann–Whitney: a sample is empty");
  require_numbers(first, "Mann–Whitney");
  require_numbers(second, "Mann–Whitney");
  std::vector<double> both(first.begin(), first.end());
  both.insert(both.end(), second.begin(), second.end());
  const auto ranked = ranks_of(both);
  const auto n = static_cast<double>(first.size());
  const auto m = static_cast<double>(second.size());
  const auto end = ranked.ranks.begin() + static_cast<std::ptrdiff_t>(first.size());
  MannWhitney result;
  result.u = std::accumulate(ranked.ranks.begin(), end, 0.0) - n * (n + 1) / 2;
  const double other = n * m - result.u;
  result.exact = std::min(first.size(), second.size()) <= largest_small_sample &&
                 n * m <= static_cast<double>(largest_exact_product) && ranked.ties == 0;
  const double u = alternative == Alternative::greater ? result.u
                   : alternative == Alternative::less  ? other
                                                       : std::max(result.u, other);
  const double tail = result.exact ? exact_survival(u, first.size(), second.size())
                                   : approximate_survival(u, n, m, ranked.ties);
  result.p = std::min(1.0, alternative == Alternative::two_sided ? 2 * tail : tail);
  return result;
}

}  // namespace assay::eval
