#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace assay::retrieval {

// Parts a space of unit vectors by centroids, with FAISS (k-means, and the search among them).
class Clusters {
 public:
  // Finds `count` centroids of the vectors, which stand one behind the other; there are `count` at
  // least. The same input gives the same centroids.
  static Clusters of(std::span<const float> vectors, std::size_t dimension, std::size_t count);
  // Takes those that were found before.
  Clusters(std::span<const float> centroids, std::size_t dimension);
  Clusters(Clusters&&) noexcept;
  Clusters& operator=(Clusters&&) noexcept;
  ~Clusters();

  std::size_t count() const;
  std::span<const float> centroids() const;
  // The nearest centroid of each of the vectors. On several threads.
  std::vector<std::uint32_t> nearest(std::span<const float> vectors) const;
  // The `most` nearest centroids of one vector, nearest first. On this thread; from many at a time.
  std::vector<std::uint32_t> nearest(std::span<const float> vector, std::size_t most) const;

 private:
  struct Impl;
  explicit Clusters(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay::retrieval
