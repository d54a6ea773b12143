#include "cli/eval_score_flags.h"

#include <CLI/CLI.hpp>

namespace assay::cli {

void add_score_flags(CLI::App& command, ScoreFlags& flags) {
  command.add_option("--judge", flags.judge,
                     "a model that compares the evidence with the gold one: Ev2R, or AVerImaTeC's "
                     "scores");
  command
      .add_option("--judge-repeats", flags.judge_repeats,
                  "ask it so often; mean and deviation are given")
      ->check(CLI::Range(1, 100));
  command
      .add_option("--lambda", flags.lambda,
                  "the Evid-Eval below which a verdict counts for nothing (AVerImaTeC)")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command.add_option("--bertscore", flags.bertscore,
                     "score justifications by this model's vectors of their tokens too: "
                     "llama:FILE.gguf of a BERT (values of different models don't compare)");
  command.add_option("--temporal", flags.temporal,
                     "a model that says whose truth depends on when it is asked: scores are given "
                     "with these claims and without");
  command.add_option("--cutoff", flags.cutoff,
                     "split the scores at this day (YYYY-MM-DD), or at the cutoff of the model's "
                     "knowledge: model");
  command.add_option("--wordnet", flags.wordnet,
                     "the folder of WordNet's files (default: that of Debian's wordnet-base)");
  command.add_flag("--labels-only", flags.no_texts, "score no questions, answers, justifications");
  command.add_option("--resamples", flags.resamples, "of the 95 % bootstrap intervals")
      ->check(CLI::Range(10, 100'000))
      ->capture_default_str();
  command.add_option("--seed", flags.seed, "of these")->capture_default_str();
}

}  // namespace assay::cli
