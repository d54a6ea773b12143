#pragma once
#include <CLI/App.hpp>
#include <functional>

// The subcommands of `assay index`, one file each.
namespace assay::cli {

void add_index_build(CLI::App& index, std::function<int()>& run);
void add_index_search(CLI::App& index, std::function<int()>& run);
void add_index_fill(CLI::App& index, std::function<int()>& run);
void add_index_info(CLI::App& index, std::function<int()>& run);

}  // namespace assay::cli
