#include "eval/stats/wilcoxon.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "assay/core/error.h"
#include "eval/stats/ranks.h"

namespace assay::eval {
namespace {

constexpr std::size_t most_exact_pairs = 50;
constexpr std::size_t most_exact_pairs_with_ties = 13;

struct Tails {
  double below = 1;  // P(plus <= the observed)
  double above = 1;  // P(plus >= the observed)
};

// Each sign is as likely as the other. Counts the sets of ranks by their sum; ranks are doubled,
// since a shared one may be a half. Counts stay below 2^50, which doubles hold exactly.
Tails exact_tails(const std::vector<double>& shared_ranks, double plus) {
  const auto doubled = [](double rank) { return static_cast<std::size_t>(std::lround(2 * rank)); };
  std::vector<double> ways{1};
  for (const double shared : shared_ranks) {
    const auto rank = doubled(shared);
    ways.resize(ways.size() + rank, 0);
    for (std::size_t sum = ways.size(); sum-- > rank;) ways[sum] += ways[sum - rank];
  }
  const double all = std::accumulate(ways.begin(), ways.end(), 0.0);
  const auto observed = ways.begin() + static_cast<std::ptrdiff_t>(doubled(plus));
  return {std::accumulate(ways.begin(), observed + 1, 0.0) / all,
          std::accumulate(observed, ways.end(), 0.0) / all};
}

Tails approximate_tails(double n, double tie_sum, double plus) {
  const double variance = (n * (n + 1) * (2 * n + 1) - tie_sum / 2) / 24;
  const double z = (plus - n * (n + 1) / 4) / std::sqrt(variance);
  return {normal_tail(-z), normal_tail(z)};
}

double p_of(const Tails& tails, Alternative alternative) {
  if (alternative == Alternative::less) return tails.below;
  if (alternative == Alternative::greater) return tails.above;
  return std::min(1.0, 2 * std::min(tails.below, tails.above));
}

std::vector<double> differences(std::span<const double> first, std::span<const double> second) {
  if (first.size() != second.size())
    throw core::InputError("Wilcoxon: the samples are not as many");
  if (first.empty()) throw core::InputError("Wilcoxon: the samples are empty");
  require_numbers(first, "Wilcoxon");
  require_numbers(second, "Wilcoxon");
  std::vector<double> all(first.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = first[i] - second[i];
  require_numbers(all, "Wilcoxon, the differences");
  return all;
}

}  // namespace

Wilcoxon wilcoxon(std::span<const double> first, std::span<const double> second,
                  Alternative alternative) {
  auto differing = differences(first, second);
  std::erase(differing, 0.0);
  Wilcoxon result;
  result.pairs = differing.size();
  std::vector<double> amounts(differing.size());
  std::ranges::transform(differing, amounts.begin(), [](double value) { return std::abs(value); });
  const auto ranked = ranks_of(amounts);
  double plus = 0;
  double minus = 0;
  for (std::size_t i = 0; i < differing.size(); ++i)
    (differing[i] > 0 ? plus : minus) += ranked.ranks[i];
  result.statistic = alternative == Alternative::two_sided ? std::min(plus, minus) : plus;
  const bool plain = ranked.ties == 0 && differing.size() == first.size();
  result.exact = first.size() <= (plain ? most_exact_pairs : most_exact_pairs_with_ties);
  if (differing.empty()) return result;
  const auto tails =
      result.exact ? exact_tails(ranked.ranks, plus)
                   : approximate_tails(static_cast<double>(differing.size()), ranked.ties, plus);
  result.p = p_of(tails, alternative);
  return result;
}

}  // namespace assay::eval
