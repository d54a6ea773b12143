#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "retrieval/vectors/vector_file.h"

// Search in many vectors without looking at all of them: an inverted file (IVF). Its lists lie on
// disk, coded as int8, one list's vectors behind each other; the best by the codes are compared
// anew by the vectors of the VectorFile. A graph (HNSW) must have its vectors in memory: a million
// of 384 dimensions with its links is more than a gigabyte.
namespace assay::retrieval {

// Up to so many vectors all are looked at: that takes a few milliseconds.
inline constexpr std::uint32_t exact_up_to = 200'000;

struct ApproximateOptions {
  std::uint32_t lists = 0;  // 0: about the square root of the rows
  double recall = 0.985;    // recall@100 against exact search, on queries that it makes
  std::uint32_t queries = 200;
  std::function<void(std::uint64_t done, std::uint64_t all)> progress;  // may be empty
};

struct ApproximateStats {
  std::uint32_t lists = 0;
  std::uint32_t probes = 0;  // lists that a search looks into
  double recall = 0;         // recall@100 that was measured with so many
  std::uint64_t bytes = 0;
};

class ApproximateIndex {
 public:
  // Writes the index of the vectors that are there, in one step at the end. How many lists a search
  // looks into is found by measuring: the fewest that reach the recall, on queries between a vector
  // of the file and a direction of no meaning. Throws InputError where the disk is full or there is
  // no vector.
  static ApproximateStats build(const VectorFile& file, const std::filesystem::path& path,
                                const ApproximateOptions& options = {});

  // Nothing where there is no such file, or it is damaged or of other vectors, or vectors were
  // added since.
  static std::optional<ApproximateIndex> open(const std::filesystem::path& path,
                                              const VectorFile& file);
  ApproximateIndex(ApproximateIndex&&) noexcept;
  ApproximateIndex& operator=(ApproximateIndex&&) noexcept;
  ~ApproximateIndex();

  // As retrieval::nearest(), but for what it misses. `probes`: 0: those that were measured.
  std::vector<ScoredRow> nearest(const VectorFile& file, std::span<const float> query,
                                 std::size_t top,
                                 const std::function<bool(std::uint32_t)>& accept = {},
                                 std::uint32_t probes = 0) const;
  ApproximateStats stats() const;

 private:
  struct State;
  explicit ApproximateIndex(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace assay::retrieval
