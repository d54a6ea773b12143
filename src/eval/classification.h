#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// How well labels were chosen, and how far the confidences can be trusted.
namespace assay::eval {

// One checked claim: the label that is right, the one that was chosen. An empty one is no label:
// the claim was not answered, which is wrong, and adds no class.
struct Outcome {
  std::string gold;
  std::string predicted;
};

// counts[g][p]: how many items with gold label labels[g] were given labels[p]; unanswered[g]: how
// many of them were given none.
struct Confusion {
  std::vector<std::string> labels;
  std::vector<std::vector<std::size_t>> counts;
  std::vector<std::size_t> unanswered;
};

// Rows and columns in the order of `labels`; labels of the outcomes that are not among them are
// added after these, in the order of their first appearance.
Confusion confusion(std::span<const Outcome> outcomes, std::vector<std::string> labels = {});

// Share of outcomes whose labels are equal, 0 to 1. 0 of nothing.
double accuracy(std::span<const Outcome> outcomes);

// Precision, recall and F1 of one label, each 0 to 1 and 0 where it is not defined.
struct LabelScore {
  std::string label;
  std::size_t gold = 0;
  std::size_t predicted = 0;
  double precision = 0;
  double recall = 0;
  double f1 = 0;
};
std::vector<LabelScore> label_scores(const Confusion& confusion);

// Mean F1 over the labels that appear as gold or as predicted. 0 of nothing.
double macro_f1(const Confusion& confusion);

// Means over the labels, each 0 to 1, as scikit-learn has them with zero_division=0. Macro: of the
// labels that appear as gold or as predicted. Weighted: by how often each is gold. Micro: of all
// decisions together; with every item answered it is the accuracy.
struct Averages {
  double macro_precision = 0;
  double macro_recall = 0;
  double macro_f1 = 0;
  double weighted_f1 = 0;
  double micro_f1 = 0;
};
Averages averages(const Confusion& confusion);

// A confidence (0 to 1; clamped) and whether the label that it was given for was right.
struct Graded {
  double confidence = 0;
  bool correct = false;
};

// Expected calibration error over `bins` bins of equal width: the mean distance between the mean
// confidence and the accuracy of a bin, weighted by the bin's share. A confidence on an edge
// belongs to the bin above it, 1 to the last. 0 of nothing. `bins` is at least 1.
double ece(std::span<const Graded> items, std::size_t bins = 10);

// Mean squared distance between confidence and correctness (1 or 0), 0 to 1. 0 of nothing.
double brier(std::span<const Graded> items);

}  // namespace assay::eval
