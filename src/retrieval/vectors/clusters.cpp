#include "retrieval/vectors/clusters.h"

#include <faiss/Clustering.h>
#include <faiss/IndexFlat.h>
#include <faiss/utils/distances.h>

#include <algorithm>
#include <numeric>

namespace assay::retrieval {

struct Clusters::Impl {
  explicit Impl(std::size_t dimension) : index(static_cast<faiss::Index::idx_t>(dimension)) {}
  faiss::IndexFlatIP index;
};

Clusters::Clusters(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Clusters::Clusters(Clusters&&) noexcept = default;
Clusters& Clusters::operator=(Clusters&&) noexcept = default;
Clusters::~Clusters() = default;

Clusters::Clusters(std::span<const float> centroids, std::size_t dimension)
    : impl_(std::make_unique<Impl>(dimension)) {
  impl_->index.add(static_cast<faiss::Index::idx_t>(centroids.size() / dimension),
                   centroids.data());
}

Clusters Clusters::of(std::span<const float> vectors, std::size_t dimension, std::size_t count) {
  faiss::ClusteringParameters parameters;
  parameters.spherical = true;
  parameters.niter = 20;
  parameters.seed = 1;
  parameters.min_points_per_centroid = 1;
  faiss::Clustering clustering(static_cast<int>(dimension), static_cast<int>(count), parameters);
  auto impl = std::make_unique<Impl>(dimension);
  clustering.train(static_cast<faiss::Index::idx_t>(vectors.size() / dimension), vectors.data(),
                   impl->index);
  return Clusters(std::move(impl));
}

std::size_t Clusters::count() const { return static_cast<std::size_t>(impl_->index.ntotal); }

std::span<const float> Clusters::centroids() const {
  return {impl_->index.get_xb(), count() * static_cast<std::size_t>(impl_->index.d)};
}

std::vector<std::uint32_t> Clusters::nearest(std::span<const float> vectors) const {
  const auto rows = vectors.size() / static_cast<std::size_t>(impl_->index.d);
  std::vector<faiss::Index::idx_t> labels(rows);
  impl_->index.assign(static_cast<faiss::Index::idx_t>(rows), vectors.data(), labels.data());
  std::vector<std::uint32_t> found(rows);
  std::ranges::transform(labels, found.begin(), [](faiss::Index::idx_t label) {
    return label < 0 ? 0U : static_cast<std::uint32_t>(label);
  });
  return found;
}

std::vector<std::uint32_t> Clusters::nearest(std::span<const float> vector,
                                             std::size_t most) const {
  // Not the index's own search, which begins threads for each query.
  std::vector<float> products(count());
  faiss::fvec_inner_products_ny(products.data(), vector.data(), impl_->index.get_xb(),
                                static_cast<std::size_t>(impl_->index.d), count());
  std::vector<std::uint32_t> order(count());
  std::iota(order.begin(), order.end(), 0U);
  most = std::min(most, order.size());
  std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(most),
                            [&](std::uint32_t a, std::uint32_t b) {
                              return products[a] != products[b] ? products[a] > products[b] : a < b;
                            });
  order.resize(most);
  return order;
}

}  // namespace assay::retrieval
