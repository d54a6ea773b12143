#pragma once
#include <filesystem>

#include "assay/core/json.h"

namespace assay::cli {

// Writes config.json of a run. Where there is one, what decides about a claim's answer must be the
// same: throws UsageError, which names the first value that is not, for a folder of another run.
// `volatile` parts (how many claims, where the data lie) may change.
void keep_config(const std::filesystem::path& folder, const core::Json& config);

}  // namespace assay::cli
