#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

// Resampling with replacement (percentile bootstrap). The same seed gives the same numbers on every
// machine.
namespace assay::eval {

struct Interval {
  double low = 0;
  double high = 0;
};

// A statistic of the items at these places (with repeats), of which there are as many as items.
using Statistic = std::function<double(std::span<const std::size_t>)>;

// The interval that holds the statistic of `n` items at this level. Between two resampled values it
// is interpolated, as NumPy's percentile. Throws std::invalid_argument for no items, no resamples,
// or a level not between 0 and 1.
Interval bootstrap_interval(std::size_t n, const Statistic& statistic,
                            std::size_t resamples = 1'000, std::uint64_t seed = 1,
                            double level = 0.95);

struct PairedDifference {
  double difference = 0;  // of the means, a − b
  Interval interval;      // 95 %
  double p = 1;           // two-sided: twice the share of resamples beyond 0, at least 1/resamples
};
// Of two systems on the same items. Throws std::invalid_argument where they are not as many, or
// none.
PairedDifference paired_bootstrap(std::span<const double> a, std::span<const double> b,
                                  std::size_t resamples = 10'000, std::uint64_t seed = 1);

}  // namespace assay::eval
