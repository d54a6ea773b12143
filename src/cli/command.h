#pragma once
#include <CLI/App.hpp>
#include <functional>

// One file per subcommand. A subcommand adds itself to the application, and its CLI11 callback sets
// `run`, which main() calls once the whole command line was understood.
namespace assay::cli {

struct Commands {
  CLI::App& app;
  std::function<int()>& run;  // returns the exit status
};

void add_check(Commands& commands);
void add_eval(Commands& commands);
void add_extract(Commands& commands);
void add_index(Commands& commands);
void add_models(Commands& commands);
void add_report(Commands& commands);
void add_verify(Commands& commands);
void add_sources(Commands& commands);

}  // namespace assay::cli
