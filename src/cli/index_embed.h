#pragma once
#include <filesystem>
#include <string>

#include "cli/index_progress.h"
#include "cli/retrieval_setup.h"

namespace assay::cli {

// Throws UsageError where no model is named, or what is named is none.
void check_embedding(const RetrievalFlags& flags, const std::string& config);

// Makes the vectors of every passage of a store, or of each claim of a knowledge store, that are
// missing; shows how far it is. What was made stays where it is stopped. Returns how many it made.
// Throws UsageError where no model is named.
std::size_t embed_store(const std::filesystem::path& store, const RetrievalFlags& flags,
                        const std::string& config, IndexProgress& progress);

}  // namespace assay::cli
