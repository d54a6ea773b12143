#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

// How well labels were chosen.
namespace assay::eval {

// One checked claim: the label that is right, the one that was chosen. An empty `predicted` is an
// answer that is missing or names no label: it is wrong, and a prediction of nothing. `gold` is not
// empty: leave claims out whose right label is not known.
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
  // The first so many labels are the label space, the others were met in the outcomes. 0: no label
  // space was given.
  std::size_t named = 0;
};

// Rows and columns in the order of `labels`, the label space; labels of the outcomes that are not
// among them are added after these, in the order of their first appearance. Without a label space
// every label that appears belongs to it.
Confusion confusion(std::span<const Outcome> outcomes, std::vector<std::string> labels = {});

// Share of outcomes whose labels are equal, 0 to 1. 0 of nothing.
double accuracy(std::span<const Outcome> outcomes);

// Precision, recall and F1 of one label, each 0 to 1 and 0 where it is not defined. `gold` counts
// the unanswered too.
struct LabelScore {
  std::string label;
  std::size_t gold = 0;
  std::size_t predicted = 0;
  double precision = 0;
  double recall = 0;
  double f1 = 0;
};
std::vector<LabelScore> label_scores(const Confusion& confusion);

// Over the labels that count: those that appear as gold, and those of the label space that appear
// as predicted. A prediction of anything else is wrong and lowers recall, but is no class of its
// own. As scikit-learn's precision_recall_fscore_support over these labels with zero_division=0.
// Macro: the mean over labels. Weighted: the same with each label's share of the gold labels as its
// weight. Micro: of the sums over labels. All 0 of nothing.
struct Averages {
  double macro_precision = 0;
  double macro_recall = 0;
  double macro_f1 = 0;
  double weighted_precision = 0;
  double weighted_recall = 0;
  double weighted_f1 = 0;
  double micro_precision = 0;
  double micro_recall = 0;
  double micro_f1 = 0;
};
Averages averages(const Confusion& confusion);

// averages(confusion).macro_f1
double macro_f1(const Confusion& confusion);

}  // namespace assay::eval
