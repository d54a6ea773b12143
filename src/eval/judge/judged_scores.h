#pragma once
#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>

#include "assay/core/json.h"
#include "eval/benchmarks/benchmark.h"
#include "eval/judge/judge.h"
#include "eval/score/claim_score.h"

// What a model says of the evidence, questions and justifications of a set of answers.
namespace assay::eval {

struct JudgeOptions {
  int repeats = 1;                  // of every question, from 1
  double lambda = 0.3;              // the Evid-Eval from which on a claim's other scores count
  std::size_t at_once = 32;         // claims that are judged at the same time, from 1
  std::filesystem::path base = {};  // of the pictures' files; empty: Dataset::base
  std::function<void(std::size_t done, std::size_t total)> progress = {};  // may be empty
};

// Judges every claim that has gold questions, `repeats` times, each time under another number, so
// that a cache of answers keeps the repeats apart and answers a second run of the same. A claim
// without a prediction, or whose prediction has nothing to judge, has 0 without asking.
//
// {model, repeats, lambda, claims, unjudged, partly_judged, pictures_unread, calls, from_cache,
// tokens_in, tokens_out, cost, …scores}. `claims` is how many there were to judge; `unjudged` of
// them have no usable answer in any repeat and are left out of all means, `partly_judged` in some.
// (Of one repeat, a claim has all its scores or none.) `cost` is in USD, that of answers from the
// cache included, null where a price is not known. Each score is {mean, deviation}: over the
// repeats, of the mean over the claims; the deviation is that of a sample, null of fewer than two
// repeats. Scores, 0 to 1, absent where no claim has them:
//   ev2r_precision, ev2r_recall, ev2r_f1 and justification (of the claims with a gold one); or
//   where the benchmark is judged_as_averimatec(): q_eval, evid_eval, veracity (the label is right)
//   and justification, and the last two again as veracity_at_lambda and justification_at_lambda,
//   which are 0 where that repeat's Evid-Eval is below λ.
// Each claim's means over its repeats go into ClaimScore::judged under the same names; `claims` is
// what claim_scores() made of the dataset. Null where no claim has gold questions.
//
// Throws InputError with the reason where the model could be asked for no claim at all.
boost::asio::awaitable<core::Json> judged_scores(Judge& judge, const Benchmark& benchmark,
                                                 const Dataset& dataset,
                                                 std::span<const Prediction> predictions,
                                                 std::span<ClaimScore> claims,
                                                 JudgeOptions options);

// Asks of every claim whether its truth depends on when it is asked, and notes what the model said
// in ClaimScore::depends_on_time: nothing of a claim that it didn't say anything usable of. Gives
// how many such claims there are. Throws InputError as above.
boost::asio::awaitable<std::size_t> temporal_flags(
    Judge& judge, const Dataset& dataset, std::span<ClaimScore> claims, std::size_t at_once = 32,
    std::function<void(std::size_t done, std::size_t total)> progress = {});

}  // namespace assay::eval
