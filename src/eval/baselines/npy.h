#pragma once
#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

namespace assay::eval {

// A matrix of floats, row after row.
struct Matrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<float> values;

  std::span<const float> row(std::size_t number) const {
    return std::span(values).subspan(number * columns, columns);
  }
};

// Reads NumPy's .npy, format 1 to 3: little-endian float32 or float16 or float64, two dimensions,
// C order, at most 4 GiB. Throws InputError, which names the file, for anything else, for a file
// that is shorter or longer than its header says, and for values that are no finite numbers.
Matrix read_npy(const std::filesystem::path& file);

}  // namespace assay::eval
