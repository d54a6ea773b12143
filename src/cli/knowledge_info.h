#pragma once
#include <filesystem>

// `assay index info` of a knowledge store.
namespace assay::cli {

// Prints what it holds, and returns the exit status. Throws InputError where it is damaged.
int knowledge_info(const std::filesystem::path& folder, bool json);

}  // namespace assay::cli
