#pragma once
#include <CLI/App.hpp>
#include <cstddef>
#include <cstdint>
#include <string>

namespace assay::cli {

// What is scored beside the labels, as a command line says it.
struct ScoreFlags {
  std::string judge;  // spec of a model; empty: nobody judges
  int judge_repeats = 1;
  double lambda = 0.3;
  std::string bertscore;  // spec of a model in the process; empty: no BERTScore
  std::string temporal;   // spec of a model that is asked which claims depend on time; empty: none
  std::string cutoff;     // a date, or `model`: that of the model's knowledge
  std::string wordnet;    // the folder of its files; empty: Debian's
  bool no_texts = false;  // labels alone
  std::size_t resamples = 1'000;
  std::uint64_t seed = 1;

  bool asks_models() const { return !judge.empty() || !bertscore.empty() || !temporal.empty(); }
};
void add_score_flags(CLI::App& command, ScoreFlags& flags);

}  // namespace assay::cli
