// Exact search in a VectorFile.
#include <cmath>
#include <string>

#include "assay/core/error.h"
#include "retrieval/vectors/best_rows.h"
#include "retrieval/vectors/unit.h"
#include "retrieval/vectors/vector_file.h"

namespace assay::retrieval {
namespace {

constexpr std::uint32_t released_together = 65536;  // rows

}  // namespace

std::vector<float> unit_query(const VectorFile& file, std::span<const float> query) {
  if (query.size() != file.shape().dimension)
    throw core::InputError("the query's vector has " + std::to_string(query.size()) +
                           " dimensions, those of the store " +
                           std::to_string(file.shape().dimension));
  double squares = 0;
  for (const float value : query)
    squares += static_cast<double>(value) * static_cast<double>(value);
  if (!std::isfinite(squares)) throw core::InputError("the query's vector holds what is no number");
  std::vector<float> vector(query.begin(), query.end());
  if (squares > 0)
    for (auto& value : vector) value = static_cast<float>(value / std::sqrt(squares));
  return vector;
}

std::vector<ScoredRow> nearest(const VectorFile& file, std::span<const float> query,
                               std::size_t top, const std::function<bool(std::uint32_t)>& accept) {
  const auto vector = unit_query(file, query);
  if (top == 0) return {};
  BestRows best(top);
  std::uint32_t released = 0;
  for (std::uint32_t row = 0; row < file.shape().rows; ++row) {
    if (row - released == released_together) {
      file.release(released, row);
      released = row;
    }
    if (!file.has(row)) continue;
    const ScoredRow one{row, file.product(row, vector)};
    if (best.wants(one) && (!accept || accept(row))) best.add(one);
  }
  file.release(released, file.shape().rows);
  return best.sorted();
}

std::vector<double> cosines(const VectorFile& file, std::span<const float> query,
                            std::span<const std::uint32_t> rows) {
  const auto vector = unit_query(file, query);
  std::vector<double> found;
  for (const auto row : rows) found.push_back(file.product(row, vector));
  return found;
}

}  // namespace assay::retrieval
