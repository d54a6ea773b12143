#pragma once
#include <optional>
#include <vector>

namespace assay::eval {

// How far two ratings are apart.
enum class RatingLevel { nominal, ordinal, interval };

// Krippendorff's α of ratings[rater][item]; nothing: the rater did not rate it. 1 is full
// agreement, 0 what chance gives, negative is less. Items with fewer than two ratings don't count.
// Nothing where no item has two, or where all ratings are the same value, for which it is not
// defined. Throws InputError for rows of different lengths and for a value that is no number.
std::optional<double> krippendorff(const std::vector<std::vector<std::optional<double>>>& ratings,
                                   RatingLevel level);

}  // namespace assay::eval
