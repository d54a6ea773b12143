#include "eval/stats/mann_whitney.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "assay/core/error.h"
#include "eval/stats/ranks.h"

namespace assay::eval {
namespace {

constexpr std::size_t largest_exact = 8;

// The share of all orders of m and n values in which U is at least `u` (a whole number): counts of
// orders by U, built up value by value.
double exact_tail(std::size_t m, std::size_t n, double u) {
  // counts[j][u]: orders of i values of the first sample and j of the second with that U.
  const auto most = m * n;
  std::vector<std::vector<double>> counts(n + 1, std::vector<double>(most + 1, 0));
  for (auto& row : counts) row[0] = 1;  // none of the first sample
  for (std::size_t i = 1; i <= m; ++i)
    for (std::size_t j = 1; j <= n; ++j)
      // The largest is of the first sample, above j of the second, or of the second.
      for (std::size_t value = most + 1; value-- > 0;)
        counts[j][value] = (value >= j ? counts[j][value - j] : 0) + counts[j - 1][value];
  double all = 0;
  double beyond = 0;
  for (std::size_t value = 0; value <= most; ++value) {
    all += counts[n][value];
    if (static_cast<double>(value) >= u) beyond += counts[n][value];
  }
  return beyond / all;
}

double tail(std::size_t m, std::size_t n, double u, double ties, bool exact) {
  if (exact) return exact_tail(m, n, u);
  const auto size = static_cast<double>(m + n);
  const double product = static_cast<double>(m) * static_cast<double>(n);
  const double deviation = std::sqrt(product / 12 * (size + 1 - ties / (size * (size - 1))));
  return normal_tail((u - product / 2 - 0.5) / deviation);
}

}  // namespace

MannWhitney mann_whitney(std::span<const double> a, std::span<const double> b,
                         Alternative alternative) {
  if (a.empty() || b.empty()) throw core::InputError("Mann–Whitney: a sample is empty");
  require_numbers(a, "Mann–Whitney");
  require_numbers(b, "Mann–Whitney");
  std::vector<double> all(a.begin(), a.end());
  all.insert(all.end(), b.begin(), b.end());
  const auto ranks = ranks_of(all);
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += ranks.ranks[i];
  const auto m = static_cast<double>(a.size());
  const auto n = static_cast<double>(b.size());
  MannWhitney result;
  result.u = sum - m * (m + 1) / 2;
  result.exact = std::min(a.size(), b.size()) <= largest_exact && ranks.ties == 0;
  const double other = m * n - result.u;
  double u = std::max(result.u, other);
  if (alternative == Alternative::greater) u = result.u;
  if (alternative == Alternative::less) u = other;
  result.p = tail(a.size(), b.size(), u, ranks.ties, result.exact);
  if (alternative == Alternative::two_sided) result.p *= 2;
  // All values equal: nothing tells the samples apart.
  result.p = std::isnan(result.p) ? 1 : std::clamp(result.p, 0.0, 1.0);
  return result;
}

}  // namespace assay::eval
