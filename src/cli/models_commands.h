#pragma once
#include <CLI/App.hpp>

#include "cli/command.h"

// The subcommands of `assay models`, one file each.
namespace assay::cli {

void add_models_list(CLI::App& models, Commands& commands);
void add_models_pull(CLI::App& models, Commands& commands);
void add_models_test(CLI::App& models, Commands& commands);
void add_models_import(CLI::App& models, Commands& commands);

}  // namespace assay::cli
