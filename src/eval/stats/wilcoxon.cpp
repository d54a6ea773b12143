#include "eval/stats/wilcoxon.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "assay/core/error.h"
#include "eval/stats/ranks.h"

namespace assay::eval {
namespace {

constexpr std::size_t largest_exact = 50;

// The share of all signs of the ranks 1…n whose positive sum is at most `sum`.
double exact_tail(std::size_t n, double sum) {
  std::vector<double> counts(n * (n + 1) / 2 + 1, 0);
  counts[0] = 1;
  for (std::size_t rank = 1; rank <= n; ++rank)
    for (auto value = counts.size() - 1; value >= rank; --value)
      counts[value] += counts[value - rank];
  double all = 0;
  double within = 0;
  for (std::size_t value = 0; value < counts.size(); ++value) {
    all += counts[value];
    if (static_cast<double>(value) <= sum) within += counts[value];
  }
  return within / all;
}

}  // namespace

Wilcoxon wilcoxon(std::span<const double> a, std::span<const double> b) {
  if (a.size() != b.size()) throw core::InputError("Wilcoxon: the samples are not as many");
  if (a.empty()) throw core::InputError("Wilcoxon: the samples are empty");
  require_numbers(a, "Wilcoxon");
  require_numbers(b, "Wilcoxon");
  std::vector<double> differences;
  std::vector<double> sizes;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i]) continue;
    differences.push_back(a[i] - b[i]);
    sizes.push_back(std::abs(differences.back()));
  }
  Wilcoxon result;
  result.pairs = differences.size();
  if (differences.empty()) return result;
  const auto ranks = ranks_of(sizes);
  double positive = 0;
  double negative = 0;
  for (std::size_t i = 0; i < differences.size(); ++i)
    (differences[i] > 0 ? positive : negative) += ranks.ranks[i];
  result.statistic = std::min(positive, negative);
  result.exact = a.size() <= largest_exact && ranks.ties == 0 && differences.size() == a.size();
  if (result.exact) {
    result.p = std::min(1.0, 2 * exact_tail(differences.size(), result.statistic));
    return result;
  }
  const auto n = static_cast<double>(differences.size());
  const double deviation = std::sqrt((n * (n + 1) * (2 * n + 1) - ranks.ties / 2) / 24);
  const double z = (result.statistic - n * (n + 1) / 4) / deviation;
  result.p = std::min(1.0, 2 * normal_tail(std::abs(z)));
  return result;
}

}  // namespace assay::eval
