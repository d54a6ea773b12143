#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "vision/index_format.h"

namespace assay::vision {

// Pictures that share features with the query, most first: those whose features lie near the
// query's and are turned against them by about the same angle.
struct Candidate {
  std::uint32_t picture = 0;
  int votes = 0;
};
std::vector<Candidate> candidates_by_features(const IndexView& index,
                                              std::span<const Feature> query, std::size_t most);

// Pictures whose hash is near one of the query's eight, nearest first.
struct HashCandidate {
  std::uint32_t picture = 0;
  int orientation = 1;  // oriented(query, orientation) looks like it
  int bits = 0;         // that differ
};
std::vector<HashCandidate> candidates_by_hash(const IndexView& index,
                                              std::span<const PerceptualHash, 8> query,
                                              std::size_t most);

}  // namespace assay::vision
