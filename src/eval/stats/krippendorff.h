#pragma once
#include <optional>
#include <span>
#include <vector>

namespace assay::eval {

// How far apart two values are: nominal, equal or not; ordinal, by how many values lie between
// them; interval, by their difference.
enum class Level { nominal, ordinal, interval };

// Krippendorff's α: agreement of raters, 1 where they agree, 0 where they do so as chance would,
// less where they do worse. Each unit holds the values that its raters gave; what a rater left out
// is not there. Units with one value say nothing and are passed over. Nothing where it is not
// defined: no unit has two values, or all values that count are equal. Throws InputError for a
// value that is not finite.
std::optional<double> krippendorff_alpha(std::span<const std::vector<double>> units, Level level);

}  // namespace assay::eval
