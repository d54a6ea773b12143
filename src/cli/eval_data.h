#pragma once
#include <CLI/App.hpp>
#include <memory>
#include <string>

#include "cli/progress.h"
#include "eval/benchmarks/benchmark.h"

namespace assay::cli {

// Which claims are evaluated on, as a command line says it.
struct EvalDataFlags {
  std::string benchmark;
  std::string data;  // a folder or a file
  std::string split;
  std::string labels;  // a variant of the label space
  std::string faults = "keep";
  bool skip_bad = false;
};
// `data_flag`: `--data` or `--references`. `flags` outlives the command.
void add_eval_data_flags(CLI::App& command, const char* data_flag, EvalDataFlags& flags);

struct EvalData {
  std::shared_ptr<const eval::Benchmark> benchmark;
  eval::Dataset dataset;
  std::string split;  // as it was used; empty: there is none
  core::LabelSpace labels;
};
// Loads them; `messages` hears what a person should know. Throws UsageError and InputError.
EvalData load_eval_data(const EvalDataFlags& flags, Progress& messages);

}  // namespace assay::cli
