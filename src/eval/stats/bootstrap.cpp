#include "eval/stats/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "assay/core/error.h"
#include "eval/stats/summary.h"
#include "eval/stats/values.h"

namespace assay::eval {
namespace {

using core::InputError;

constexpr std::size_t most_resamples = 1'000'000;

// std::uniform_int_distribution draws differently with each standard library.
std::size_t place_below(std::mt19937_64& words, std::size_t n) {
  const std::uint64_t size = n;
  constexpr auto largest = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t passed_over = (largest % size + 1) % size;  // 2^64 modulo n
  for (;;) {
    const std::uint64_t word = words();
    if (word <= largest - passed_over) return static_cast<std::size_t>(word % size);
  }
}

std::vector<double> resampled(std::size_t items, const Statistic& statistic, std::size_t resamples,
                              std::uint64_t seed) {
  if (items == 0) throw InputError("bootstrap: there are no values");
  if (resamples == 0 || resamples > most_resamples)
    throw InputError("bootstrap: resamples must be from 1 to " + std::to_string(most_resamples) +
                     ", not " + std::to_string(resamples));
  std::mt19937_64 words(seed);
  std::vector<std::size_t> places(items);
  std::vector<double> numbers(resamples);
  for (auto& number : numbers) {
    for (auto& place : places) place = place_below(words, items);
    number = statistic(places);
    if (!std::isfinite(number)) throw InputError("bootstrap: a resampled number is not finite");
  }
  return numbers;
}

double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const auto above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], place - std::floor(place));
}

Interval interval_of(std::vector<double> numbers) {
  std::ranges::sort(numbers);
  return {quantile(numbers, 0.025), quantile(numbers, 0.975)};
}

double two_sided_p(const std::vector<double>& differences) {
  const auto not_above = std::ranges::count_if(differences, [](double d) { return d <= 0; });
  const auto not_below = std::ranges::count_if(differences, [](double d) { return d >= 0; });
  const auto fewer = static_cast<double>(std::min(not_above, not_below));
  return std::min(1.0, 2 * (1 + fewer) / (1 + static_cast<double>(differences.size())));
}

double mean_at(std::span<const double> values, std::span<const std::size_t> places) {
  double sum = 0;
  for (const auto place : places) sum += values[place];
  return sum / static_cast<double>(places.size());
}

}  // namespace

Interval bootstrap_interval(std::size_t items, const Statistic& statistic, std::size_t resamples,
                            std::uint64_t seed) {
  return interval_of(resampled(items, statistic, resamples, seed));
}

Interval bootstrap_mean(std::span<const double> values, std::size_t resamples, std::uint64_t seed) {
  need_values(values, "bootstrap");
  return bootstrap_interval(
      values.size(), [&](std::span<const std::size_t> places) { return mean_at(values, places); },
      resamples, seed);
}

PairedDifference bootstrap_difference(std::size_t items, const Statistic& difference,
                                      std::size_t resamples, std::uint64_t seed) {
  auto differences = resampled(items, difference, resamples, seed);
  std::vector<std::size_t> all(items);
  std::iota(all.begin(), all.end(), std::size_t{0});
  PairedDifference result;
  result.difference = difference(all);
  result.p = two_sided_p(differences);
  result.interval = interval_of(std::move(differences));
  return result;
}

PairedDifference paired_bootstrap(std::span<const double> first, std::span<const double> second,
                                  std::size_t resamples, std::uint64_t seed) {
  if (first.size() != second.size())
    throw InputError("paired bootstrap: " + std::to_string(first.size()) + " values to pair with " +
                     std::to_string(second.size()));
  need_values(first, "paired bootstrap, first of the pairs");
  need_values(second, "paired bootstrap, second of the pairs");
  // The mean of the differences: what is equal in all pairs gives 0 and no rounding.
  std::vector<double> differences(first.size());
  for (std::size_t i = 0; i < first.size(); ++i) differences[i] = first[i] - second[i];
  return bootstrap_difference(
      differences.size(),
      [&](std::span<const std::size_t> places) { return mean_at(differences, places); }, resamples,
      seed);
}

}  // namespace assay::eval
