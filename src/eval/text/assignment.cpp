#include "eval/text/assignment.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace assay::eval {
namespace {

void check(const Gains& gains) {
  const auto shorter = std::min(gains.rows, gains.columns);
  const auto longer = std::max(gains.rows, gains.columns);
  if (shorter > longest_short_side || (shorter > 0 && longer > largest_assignment / shorter))
    throw std::invalid_argument("a table too large for an assignment");
  if (gains.values.size() != gains.rows * gains.columns)
    throw std::invalid_argument("a table of another size than it says");
  if (!std::ranges::all_of(gains.values, [](double x) { return std::isfinite(x); }))
    throw std::invalid_argument("a table that holds what is no number");
}

// Kuhn's method with prices: each row in turn looks for the cheapest chain of changes that ends at
// a free column, by Dijkstra's search over reduced costs. Rows are the shorter side.
class Search {
 public:
  // cost(row, column) is what is to be made small.
  template <class Cost>
  Search(std::size_t rows, std::size_t columns, const Cost& cost)
      : row_prices_(rows), column_prices_(columns), owners_(columns, Assignment::none) {
    for (std::size_t row = 0; row < rows; ++row) add(row, cost);
  }

  const std::vector<std::size_t>& owners() const { return owners_; }  // of each column

 private:
  static constexpr double far = std::numeric_limits<double>::infinity();

  template <class Cost>
  void add(std::size_t row, const Cost& cost) {
    const auto columns = owners_.size();
    std::vector<double> distance(columns, far);
    std::vector<std::size_t> from(columns, Assignment::none);  // the column before, in the chain
    std::vector<bool> settled(columns, false);
    std::size_t at = Assignment::none;
    std::size_t owner = row;
    double so_far = 0;
    while (true) {
      std::size_t nearest = Assignment::none;
      for (std::size_t column = 0; column < columns; ++column) {
        if (settled[column]) continue;
        const double through =
            so_far + cost(owner, column) - row_prices_[owner] - column_prices_[column];
        if (through < distance[column]) {
          distance[column] = through;
          from[column] = at;
        }
        if (nearest == Assignment::none || distance[column] < distance[nearest]) nearest = column;
      }
      at = nearest;
      so_far = distance[at];
      settled[at] = true;
      if (owners_[at] == Assignment::none) break;
      owner = owners_[at];
    }
    raise_prices(row, so_far, distance, settled);
    for (; at != Assignment::none; at = from[at])
      owners_[at] = from[at] == Assignment::none ? row : owners_[from[at]];
  }

  void raise_prices(std::size_t row, double length, const std::vector<double>& distance,
                    const std::vector<bool>& settled) {
    row_prices_[row] += length;
    for (std::size_t column = 0; column < owners_.size(); ++column) {
      if (!settled[column]) continue;
      const double slack = length - distance[column];
      column_prices_[column] -= slack;
      if (owners_[column] != Assignment::none) row_prices_[owners_[column]] += slack;
    }
  }

  std::vector<double> row_prices_;
  std::vector<double> column_prices_;
  std::vector<std::size_t> owners_;
};

}  // namespace

Assignment best_assignment(const Gains& gains) {
  check(gains);
  Assignment best;
  best.columns.assign(gains.rows, Assignment::none);
  if (gains.rows == 0 || gains.columns == 0) return best;
  if (gains.rows <= gains.columns) {
    const Search search(gains.rows, gains.columns, [&](std::size_t row, std::size_t column) {
      return -gains.at(row, column);
    });
    for (std::size_t column = 0; column < gains.columns; ++column)
      if (const auto row = search.owners()[column]; row != Assignment::none)
        best.columns[row] = column;
  } else {
    const Search search(gains.columns, gains.rows, [&](std::size_t column, std::size_t row) {
      return -gains.at(row, column);
    });
    best.columns = search.owners();
  }
  for (std::size_t row = 0; row < gains.rows; ++row)
    if (best.columns[row] != Assignment::none) best.sum += gains.at(row, best.columns[row]);
  return best;
}

}  // namespace assay::eval
