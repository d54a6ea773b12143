#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/core/date.h"
#include "assay/core/json.h"
#include "assay/core/label_space.h"
#include "eval/benchmarks/benchmark.h"
#include "eval/score/claim_score.h"

// The metrics of a set of answers, as the objects that metrics.json is made of. Shares are 0 to 1.
namespace assay::eval {

struct MetricOptions {
  std::filesystem::path wordnet;     // empty: where Debian lays it
  bool texts = true;                 // score questions, answers and justifications too
  std::optional<core::Date> cutoff;  // of a model's knowledge: scores before and from it on
  std::size_t resamples = 1'000;     // of the bootstrap intervals
  std::uint64_t seed = 1;
};

// {claims, with_gold, given, malformed, missing, failed, well_formed, accuracy, macro_f1,
// weighted_f1, micro_f1, macro_precision, macro_recall, intervals, per_class, confusion,
// given_only}. What was not answered counts as wrong, and `given_only` leaves it out (RW-Post's two
// columns). The macro mean is over the labels that are right for a claim or were given to one.
// Nothing but the counts where no right label is known.
core::Json classification_section(std::span<const ClaimScore> claims,
                                  const core::LabelSpace& labels, const MetricOptions& options);

// VERITE's pairs (its section on evaluation, DEFAME's section 4.1): true against out-of-context,
// true against miscaptioned, true against both, each {accuracy, claims} over the claims of these
// labels, an answer being right where it says `true` of the true ones and anything else, or
// nothing, of the others.
core::Json verite_section(std::span<const ClaimScore> claims);

// {hu_meteor_question, hu_meteor_question_answer, averitec_score: {"0.1": …}}: the means over all
// claims whose gold questions are known; notes each claim's in `claims`.
core::Json averitec_section(const Dataset& dataset, std::span<const Prediction> predictions,
                            std::span<ClaimScore> claims, const MetricOptions& options);

// {claims, rouge1, rouge2, rougeL, bleu, meteor} of the justifications beside the gold ones: means
// of F1 over the claims that have a gold one (BLEU over all together); what was not answered counts
// as an empty text. Null where no gold justification is known, or none was given.
core::Json justification_section(const Dataset& dataset, std::span<const Prediction> predictions,
                                 const MetricOptions& options);

// {claims, ece, brier, aurc, reliability, risk_coverage} over the answers that have a confidence;
// null where there is none.
core::Json calibration_section(std::span<const ClaimScore> claims);

// DEFAME's Table 7, a claim in the mean: {claims, seconds, minutes, model_cents, search_cents,
// searches, turns, total_usd} and, where models were called, {calls, tokens_in, tokens_out,
// well_formed_calls}; prices are null where one is not known. Null where no effort is known.
core::Json cost_section(std::span<const ClaimScore> claims);

// {date, before, from, undated}, each {claims, accuracy, macro_f1}.
core::Json cutoff_section(std::span<const ClaimScore> claims, const core::LabelSpace& labels,
                          const core::Date& cutoff);

// {asked, dependent, with, without}: scores with and without the claims whose truth depends on when
// they are asked. Null where no model was asked.
core::Json temporal_section(std::span<const ClaimScore> claims, const core::LabelSpace& labels);

// All sections that apply to the benchmark, in one object that begins with its name.
core::Json metrics(const Benchmark& benchmark, const core::LabelSpace& labels,
                   const Dataset& dataset, std::span<const Prediction> predictions,
                   std::span<ClaimScore> claims, const MetricOptions& options);

}  // namespace assay::eval
