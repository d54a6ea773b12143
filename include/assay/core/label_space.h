#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/verdict.h"

namespace assay::core {

// One label that a judge may choose.
struct Label {
  std::string name;        // as the benchmark writes it
  std::string definition;  // in our own words, one sentence
  Verdict verdict;         // the canonical verdict that it stands for
};

// The labels that a benchmark allows. Two labels may stand for one verdict.
class LabelSpace {
 public:
  LabelSpace(std::string name, std::vector<Label> labels);

  // `default`, `averitec`, `mocheg`, `verite`, `cr2024plus`, `rwpost`, `newsclippings`; and
  // `cr2024plus-three`, `rwpost-challenge`, other ways to count two of them.
  static std::vector<std::string_view> known();
  // Throws InputError, which lists the known names, where `name` is none of them.
  static LabelSpace named(std::string_view name);

  const std::string& name() const { return name_; }
  std::span<const Label> labels() const { return labels_; }
  // The label of that name; null where there is none.
  const Label* find(std::string_view label) const;
  // The first label that stands for the verdict; null where the space has none.
  const Label* for_verdict(Verdict verdict) const;
  // Does a label stand for "not enough evidence"? Where none does, the last turn must choose
  // another.
  bool can_abstain() const { return for_verdict(Verdict::not_enough_evidence) != nullptr; }

 private:
  std::string name_;
  std::vector<Label> labels_;
};

}  // namespace assay::core
