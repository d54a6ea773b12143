#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "assay/core/json.h"
#include "eval/score/claim_score.h"

namespace assay::eval {

// A run as its folder keeps it.
struct KeptEvaluation {
  std::string name;  // of the folder, made different from the others'
  std::filesystem::path folder;
  core::Json config;
  core::Json metrics;
  std::vector<ClaimScore> claims;
};

// Reads config.json, metrics.json and scores.jsonl of a run or of a folder that `eval score --out`
// wrote. Throws InputError, which says what is missing or can't be read.
KeptEvaluation read_evaluation(const std::filesystem::path& folder);
// All of them, their names made different. Throws UsageError for fewer than two.
std::vector<KeptEvaluation> read_evaluations(const std::vector<std::filesystem::path>& folders);

struct ComparisonOptions {
  std::size_t resamples = 10'000;
  std::uint64_t seed = 1;
  bool against_first = false;  // pairs of the first run and each other alone
};

// {runs: [{name, folder, title, claims}], common, metrics: [{metric, pointer, group, values: […],
// texts: […]}], pairs: [{a, b, claims, accuracy: {a, b, difference, interval, p}, mcnemar: {only_a,
// only_b, statistic, p, exact}, evidence: {difference, interval, p}|null, per_class: [{label, gold,
// recall_a, recall_b, f1_a, f1_b, change}], disagreements: [{id, gold, a, b, report_a,
// report_b}]}], notes}. Pairs are over the claims that both runs have and whose right label is
// known; `difference` is b − a. A claim that was not answered counts as wrong. Disagreements are
// claims on which the two gave different labels.
core::Json comparison(std::span<const KeptEvaluation> runs, const ComparisonOptions& options);

// The comparison for people: Markdown, a page, lines for a terminal. Links are relative to
// `folder`, where the page will lie.
std::string comparison_markdown(const core::Json& comparison);
std::string comparison_page(const core::Json& comparison, std::span<const KeptEvaluation> runs,
                            const std::filesystem::path& folder);
std::string comparison_text(const core::Json& comparison);

}  // namespace assay::eval
