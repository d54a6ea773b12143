#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace assay::eval {

// A similarity, and whether the item is of the class that has the higher ones.
struct Similarity {
  double value = 0;
  bool positive = false;
  bool counts = true;  // is it looked at when the threshold is chosen?
  std::string group;   // items of one group are never in different folds; empty: its own
};

// The threshold with the highest accuracy over the items that count, where `value >= threshold`
// means positive; of several the lowest: halfway between two values, or beyond all of them. 0
// where nothing counts.
double best_threshold(std::span<const Similarity> items);

struct CrossValidated {
  std::vector<std::size_t> fold;   // of each item
  std::vector<double> thresholds;  // of each fold, chosen on all others
};
// `folds` (at least 2) of whole groups, the groups dealt out in the order of their first item.
CrossValidated cross_validated(std::span<const Similarity> items, std::size_t folds);

// Of two rows of one length, -1 to 1; 0 where either is all zeros.
double cosine(std::span<const float> a, std::span<const float> b);

}  // namespace assay::eval
