#include "eval/stats/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "eval/stats/random.h"

namespace assay::eval {
namespace {

// Of sorted values, interpolated between neighbours.
double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below_it = static_cast<std::size_t>(place);
  const auto above_it = std::min(below_it + 1, sorted.size() - 1);
  const double part = place - static_cast<double>(below_it);
  return sorted[below_it] + part * (sorted[above_it] - sorted[below_it]);
}

Interval interval_of(std::vector<double> values, double level) {
  std::sort(values.begin(), values.end());
  return {quantile(values, (1 - level) / 2), quantile(values, (1 + level) / 2)};
}

std::vector<double> resampled(std::size_t n, const Statistic& statistic, std::size_t resamples,
                              std::uint64_t seed) {
  if (n == 0) throw std::invalid_argument("a bootstrap of no items");
  if (resamples == 0) throw std::invalid_argument("a bootstrap without resamples");
  std::mt19937_64 random(seed);
  std::vector<std::size_t> places(n);
  std::vector<double> values;
  values.reserve(resamples);
  for (std::size_t i = 0; i < resamples; ++i) {
    for (auto& place : places) place = below(n, random);
    values.push_back(statistic(places));
  }
  return values;
}

}  // namespace

Interval bootstrap_interval(std::size_t n, const Statistic& statistic, std::size_t resamples,
                            std::uint64_t seed, double level) {
  if (!(level > 0 && level < 1)) throw std::invalid_argument("a level is between 0 and 1");
  return interval_of(resampled(n, statistic, resamples, seed), level);
}

PairedDifference paired_bootstrap(std::span<const double> a, std::span<const double> b,
                                  std::size_t resamples, std::uint64_t seed) {
  if (a.size() != b.size()) throw std::invalid_argument("paired items are as many on both sides");
  const auto mean = [&](std::span<const std::size_t> places) {
    double sum = 0;
    for (const auto place : places) sum += a[place] - b[place];
    return sum / static_cast<double>(places.size());
  };
  const auto values = resampled(a.size(), mean, resamples, seed);
  PairedDifference result;
  for (std::size_t i = 0; i < a.size(); ++i) result.difference += a[i] - b[i];
  result.difference /= static_cast<double>(a.size());
  result.interval = interval_of(values, 0.95);
  const auto share = [&](auto beyond) {
    return static_cast<double>(std::count_if(values.begin(), values.end(), beyond)) /
           static_cast<double>(values.size());
  };
  const double low = share([](double value) { return value <= 0; });
  const double high = share([](double value) { return value >= 0; });
  result.p = std::clamp(2 * std::min(low, high), 1 / static_cast<double>(resamples), 1.0);
  return result;
}

}  // namespace assay::eval
