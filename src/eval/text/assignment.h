#pragma once
#include <cstddef>
#include <span>
#include <vector>

namespace assay::eval {

// A table of gains: row by row.
struct Gains {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<double> values;  // rows x columns

  double at(std::size_t row, std::size_t column) const { return values[row * columns + column]; }
};

struct Assignment {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  std::vector<std::size_t> columns;  // for each row its column, or none
  double sum = 0;                    // of the gains
};

// Entries of a table at most, and its shorter side.
inline constexpr std::size_t largest_assignment = std::size_t{1} << 26;
inline constexpr std::size_t longest_short_side = 4096;

// Gives as many rows as there can be a column each, no column twice, so that the sum of the gains
// is as high as it can be; always the same one where several are. Takes time in proportion to the
// shorter side's square times the longer. Throws std::invalid_argument for a table that is larger
// than the above, whose values are not as many as its sides say, or that holds what is no finite
// number.
Assignment best_assignment(const Gains& gains);

}  // namespace assay::eval
