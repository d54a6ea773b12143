#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

// How far a number would move with other items of the same kind: items are drawn anew, with
// replacement, and the number is taken again (percentile bootstrap). The same seed gives the same
// numbers on every machine: the places of a resample, one after the other, are below(n) of
// stats/random.h over std::mt19937_64, whose words the standard fixes.
namespace assay::eval {

struct Interval {
  double low = 0;
  double high = 0;
};

// A number that is made of the items at these places (with repeats), of which there are as many as
// items.
using Statistic = std::function<double(std::span<const std::size_t>)>;

// The interval that holds the statistic of `n` items at this level. Between two resampled values it
// is interpolated, as NumPy's percentile. Throws InputError for no items, for resamples not from 1
// to 1,000,000, for a level not between 0 and 1, and where the statistic of a resample is not
// finite.
Interval bootstrap_interval(std::size_t n, const Statistic& statistic,
                            std::size_t resamples = 1'000, std::uint64_t seed = 1,
                            double level = 0.95);

struct PairedDifference {
  double difference = 0;
  Interval interval;  // 95 %
  // Two-sided: 2 (1 + k) / (1 + resamples), at most 1, where k resampled differences are not above
  // 0, or not below 0, whichever are fewer. The 1 is the sample itself: p is never 0.
  double p = 1;
};

// A difference of two systems on the same `n` items, which are resampled together. Throws as above.
PairedDifference bootstrap_difference(std::size_t n, const Statistic& difference,
                                      std::size_t resamples = 10'000, std::uint64_t seed = 1);

// Of the means, a − b: a[i] and b[i] are of the same item. Throws InputError also where they are
// not as many, and for a value that is no finite number.
PairedDifference paired_bootstrap(std::span<const double> a, std::span<const double> b,
                                  std::size_t resamples = 10'000, std::uint64_t seed = 1);

}  // namespace assay::eval
