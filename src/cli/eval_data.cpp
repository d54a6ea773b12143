#include "cli/eval_data.h"

#include <CLI/CLI.hpp>
#include <filesystem>

#include "assay/core/error.h"

namespace assay::cli {
namespace {

eval::Faults faults_of(const std::string& name) {
  if (name == "drop") return eval::Faults::drop;
  return name == "correct" ? eval::Faults::correct : eval::Faults::keep;
}

std::string names() {
  std::string text;
  for (const auto& benchmark : eval::all_benchmarks())
    text += (text.empty() ? "" : ", ") + std::string(benchmark->name());
  return text;
}

// The split that is read where a folder is named.
std::string split_used(const EvalDataFlags& flags, const eval::Benchmark& benchmark) {
  const auto splits = benchmark.splits();
  if (!flags.split.empty() || splits.empty() || !std::filesystem::is_directory(flags.data))
    return flags.split;
  return splits.front();
}

}  // namespace

void add_eval_data_flags(CLI::App& command, const char* data_flag, EvalDataFlags& flags) {
  command.add_option("benchmark", flags.benchmark, "the benchmark: " + names())->required();
  command
      .add_option(data_flag, flags.data,
                  "the benchmark's folder, or one of its files (docs/evaluation.md)")
      ->required();
  command.add_option("--split", flags.split,
                     "of the folder: dev, test, … (default: the usual one)");
  command.add_option("--labels", flags.labels,
                     "another way to count its labels: `three` of cr2024plus, `challenge` of "
                     "rwpost, any label space of jsonl");
  command
      .add_option("--faults", flags.faults,
                  "claims whose labels are known to be wrong: keep, drop or correct them")
      ->check(CLI::IsMember({"keep", "drop", "correct"}))
      ->capture_default_str();
}

EvalData load_eval_data(const EvalDataFlags& flags, Progress& messages) {
  const auto benchmark = eval::benchmark_named(flags.benchmark);
  auto labels = benchmark->labels(flags.labels);
  eval::LoadOptions options;
  options.data = flags.data;
  options.split = flags.split;
  options.faults = faults_of(flags.faults);
  options.variant = flags.labels;
  options.skip_bad = flags.skip_bad;
  auto dataset = benchmark->load(options);
  for (const auto& warning : dataset.warnings) messages.message(warning);
  return {benchmark, std::move(dataset), split_used(flags, *benchmark), std::move(labels)};
}

}  // namespace assay::cli
