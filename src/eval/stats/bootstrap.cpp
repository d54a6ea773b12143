#include "eval/stats/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "assay/core/error.h"
#include "eval/stats/random.h"
#include "eval/stats/ranks.h"

namespace assay::eval {
namespace {

using core::InputError;

constexpr std::size_t most_resamples = 1'000'000;

// Of sorted values, interpolated between neighbours.
double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below_it = static_cast<std::size_t>(place);
  const auto above_it = std::min(below_it + 1, sorted.size() - 1);
  return std::lerp(sorted[below_it], sorted[above_it], place - static_cast<double>(below_it));
}

Interval interval_of(std::vector<double> values, double level) {
  std::sort(values.begin(), values.end());
  return {quantile(values, (1 - level) / 2), quantile(values, (1 + level) / 2)};
}

std::vector<double> resampled(std::size_t n, const Statistic& statistic, std::size_t resamples,
                              std::uint64_t seed) {
  if (n == 0) throw InputError("bootstrap: there are no items");
  if (resamples == 0 || resamples > most_resamples)
    throw InputError("bootstrap: resamples must be from 1 to " + std::to_string(most_resamples) +
                     ", not " + std::to_string(resamples));
  std::mt19937_64 random(seed);
  std::vector<std::size_t> places(n);
  std::vector<double> values(resamples);
  for (auto& value : values) {
    for (auto& place : places) place = below(n, random);
    value = statistic(places);
    if (!std::isfinite(value)) throw InputError("bootstrap: a resampled value is no finite number");
  }
  return values;
}

double two_sided_p(const std::vector<double>& differences) {
  const auto not_above = std::ranges::count_if(differences, [](double d) { return d <= 0; });
  const auto not_below = std::ranges::count_if(differences, [](double d) { return d >= 0; });
  const auto fewer = static_cast<double>(std::min(not_above, not_below));
  return std::min(1.0, 2 * (1 + fewer) / (1 + static_cast<double>(differences.size())));
}

}  // namespace

Interval bootstrap_interval(std::size_t n, const Statistic& statistic, std::size_t resamples,
                            std::uint64_t seed, double level) {
  if (!(level > 0 && level < 1)) throw InputError("bootstrap: a level is between 0 and 1");
  return interval_of(resampled(n, statistic, resamples, seed), level);
}

PairedDifference bootstrap_difference(std::size_t n, const Statistic& difference,
                                      std::size_t resamples, std::uint64_t seed) {
  auto differences = resampled(n, difference, resamples, seed);
  std::vector<std::size_t> all(n);
  std::iota(all.begin(), all.end(), std::size_t{0});
  PairedDifference result;
  result.difference = difference(all);
  result.p = two_sided_p(differences);
  result.interval = interval_of(std::move(differences), 0.95);
  return result;
}

PairedDifference paired_bootstrap(std::span<const double> a, std::span<const double> b,
                                  std::size_t resamples, std::uint64_t seed) {
  if (a.size() != b.size())
    throw InputError("paired bootstrap: " + std::to_string(a.size()) + " values to pair with " +
                     std::to_string(b.size()));
  // The mean of differences, not the difference of means: what is equal in all pairs gives 0.
  std::vector<double> apart(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) apart[i] = a[i] - b[i];
  require_numbers(apart, "paired bootstrap");
  const auto mean = [&](std::span<const std::size_t> places) {
    double sum = 0;
    for (const auto place : places) sum += apart[place];
    return sum / static_cast<double>(places.size());
  };
  return bootstrap_difference(apart.size(), mean, resamples, seed);
}

}  // namespace assay::eval
