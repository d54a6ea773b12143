#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace assay::retrieval {

// A passage of a corpus: which of its inputs, and its number there.
struct PassageId {
  std::uint32_t part = 0;
  std::uint32_t passage = 0;
  friend auto operator<=>(const PassageId&, const PassageId&) = default;
};

struct RankedPassage {
  PassageId id;
  double score = 0;
};

// Reciprocal rank fusion (Cormack, Clarke and Büttcher 2009): a passage's score is the sum over the
// lists of 1 / (k + its rank there, from 1). Best first; of equals the lower id first. Each list is
// best first and names a passage once.
std::vector<RankedPassage> fuse(std::span<const std::vector<RankedPassage>> lists, double k = 60);

// Best first; of equals the lower id first.
void sort_ranked(std::vector<RankedPassage>& passages);

struct Picked {
  std::size_t place = 0;  // among the candidates
  double value = 0;
};
// Maximal marginal relevance (Carbonell and Goldstein 1998): picks `top` of the candidates, each
// time the one with the highest weight · relevance − (1 − weight) · likeness, where relevance is
// its score brought to 0 to 1 and likeness that to the most like of those picked before.
// `weight`: 0 to 1; 1 keeps the order of the scores. `likeness(i, j)` is at most 1.
std::vector<Picked> pick_diverse(std::span<const double> scores, double weight, std::size_t top,
                                 const std::function<double(std::size_t, std::size_t)>& likeness);

}  // namespace assay::retrieval
