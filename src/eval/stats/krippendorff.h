#pragma once
#include <optional>
#include <vector>

namespace assay::eval {

// How far two ratings are apart: nominal, equal or not; ordinal, by how many ratings lie between
// them; interval, by their difference.
enum class RatingLevel { nominal, ordinal, interval };

// Krippendorff's α of ratings[rater][item]; nothing: the rater did not rate it. 1 is full
// agreement, 0 what chance gives, negative is less. Items with fewer than two ratings don't count.
// Nothing where no item has two, or where all ratings that count are the same value, for which it
// is not defined. Throws InputError for rows of different lengths, for a value that is no finite
// number, and for values so large that their squares are none.
std::optional<double> krippendorff(const std::vector<std::vector<std::optional<double>>>& ratings,
                                   RatingLevel level);

// The same of the ratings of each item, whoever gave them.
std::optional<double> krippendorff_of_items(std::vector<std::vector<double>> items,
                                            RatingLevel level);

}  // namespace assay::eval
