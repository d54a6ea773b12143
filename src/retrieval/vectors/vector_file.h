#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace assay::retrieval {

// How a vector is stored. Of vectors of length 1 the cosine is off by at most 0.001 for float16 and
// 0.01 for int8 (a scale for each vector), up to 4,096 dimensions.
enum class VectorKind : std::uint32_t { float16 = 1, int8 = 2 };

struct VectorShape {
  std::uint32_t rows = 0;
  std::uint32_t dimension = 0;  // 1 to 65,536
  VectorKind kind = VectorKind::float16;
  std::string model;    // what made them
  std::string content;  // fingerprint of what they are of
  friend bool operator==(const VectorShape&, const VectorShape&) = default;
};

// Vectors of which some are there and others not yet made: a file that is mapped, or memory. Many
// threads and processes may read it while others add to it. What is not there takes no space on
// disk. Rows beyond the end throw std::out_of_range.
class VectorFile {
 public:
  // Opens the file; one that is missing, damaged or of another shape is replaced by an empty one.
  // Throws InputError where that can't be done, and for a shape that can't be.
  static VectorFile open_or_make(const std::filesystem::path& path, const VectorShape& shape);
  static VectorFile in_memory(const VectorShape& shape);

  VectorFile(VectorFile&&) noexcept;
  VectorFile& operator=(VectorFile&&) noexcept;
  ~VectorFile();

  const VectorShape& shape() const;
  // False where the file may only be read: put() throws then.
  bool writable() const;
  bool has(std::uint32_t row) const;
  std::uint32_t present() const;

  // Brings each vector to length 1 and keeps it. They are on the disk before they count as there: a
  // kill loses what was being added, and nothing else. Throws InputError where they can't be
  // written, have another dimension or hold what is no number; then none of them counts.
  void put(std::span<const std::uint32_t> rows, std::span<const std::vector<float>> vectors);

  // The vector that is there, as it is stored. Throws std::out_of_range where it isn't.
  std::vector<float> read(std::uint32_t row) const;
  // The same into as many floats as it has dimensions; of a row that is not there anything.
  void read(std::uint32_t row, float* into) const;
  // Rows [first, end) are not needed soon: of a large file they then count no more as this
  // process's memory (they stay cached, as files do).
  void release(std::uint32_t first, std::uint32_t end) const;
  // The product of the vector that is there with `query`, of the same dimension.
  double product(std::uint32_t row, std::span<const float> query) const;

 private:
  struct State;
  explicit VectorFile(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

struct ScoredRow {
  std::uint32_t row = 0;
  double cosine = 0;
  friend bool operator==(const ScoredRow&, const ScoredRow&) = default;
};

// The nearest rows that are there, best first, of equals the lower row first. Exact. `accept`:
// which may be returned; all where it is empty. Throws InputError for a query of another dimension.
std::vector<ScoredRow> nearest(const VectorFile& file, std::span<const float> query,
                               std::size_t top,
                               const std::function<bool(std::uint32_t)>& accept = {});

// The cosines of the rows, which must be there. Throws as nearest() does.
std::vector<double> cosines(const VectorFile& file, std::span<const float> query,
                            std::span<const std::uint32_t> rows);

}  // namespace assay::retrieval
