#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

// How far a number would move with other items of the same kind: the items are drawn anew, with
// replacement, and the number is taken again.
//
// The draws are the same everywhere: std::mt19937_64 seeded with `seed`, whose sequence the
// standard fixes; a place below n is the next word modulo n, where a word not below the greatest
// multiple of n is passed over; the n places of a resample are drawn one after the other.
namespace assay::eval {

// 95 % of the resampled numbers are in it (percentile method): 2.5 % are below `low` and 2.5 %
// above `high`, interpolated linearly between the two nearest.
struct Interval {
  double low = 0;
  double high = 0;
};

// A number that is made of the items at these places, of which some come several times.
using Statistic = std::function<double(std::span<const std::size_t> places)>;

inline constexpr std::size_t default_resamples = 10'000;

// Throws InputError where there are no items, `resamples` is not from 1 to 1,000,000, or the
// statistic of a resample is not finite.
Interval bootstrap_interval(std::size_t items, const Statistic& statistic,
                            std::size_t resamples = default_resamples, std::uint64_t seed = 0);

// Of the mean. Throws InputError also where a value is not finite.
Interval bootstrap_mean(std::span<const double> values, std::size_t resamples = default_resamples,
                        std::uint64_t seed = 0);

struct PairedDifference {
  double difference = 0;
  Interval interval;
  // Two-sided: twice the share of resampled differences that are not on the side of 0 that the most
  // are on, the observed sample counted in: 2 (1 + k) / (1 + resamples), at most 1.
  double p = 1;
};

// `difference` of two systems on the same items: both are resampled together.
PairedDifference bootstrap_difference(std::size_t items, const Statistic& difference,
                                      std::size_t resamples = default_resamples,
                                      std::uint64_t seed = 0);

// Of the means: mean(first) - mean(second). first[i] and second[i] are of the same item. Throws
// InputError also where the lengths differ or a value is not finite.
PairedDifference paired_bootstrap(std::span<const double> first, std::span<const double> second,
                                  std::size_t resamples = default_resamples,
                                  std::uint64_t seed = 0);

}  // namespace assay::eval
