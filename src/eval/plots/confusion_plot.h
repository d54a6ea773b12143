#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace assay::eval {

// counts[row][column] as a grid: each cell has its count and its share of the row, and is the
// darker the higher that is. Rows are right labels, columns given ones. Empty where there is no row
// or no column, more than 40 of either, or where the counts are not as many.
std::string confusion_plot(std::span<const std::string> rows, std::span<const std::string> columns,
                           const std::vector<std::vector<std::size_t>>& counts);

}  // namespace assay::eval
