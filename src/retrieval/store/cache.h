#pragma once
#include <filesystem>
#include <functional>
#include <string_view>

#include "retrieval/store/build.h"
#include "retrieval/store/store.h"

namespace assay::retrieval {

// Opens what the user named as a corpus: a store where it lies; anything else as the store that is
// kept in the cache under the hash of its content, built there first where need be. Two processes
// that want the same build it once. `say` gets lines of progress and what was left out. Throws
// InputError.
Store open_cached(const std::filesystem::path& input, const std::filesystem::path& cache,
                  const BuildOptions& options, const std::function<void(std::string_view)>& say);

}  // namespace assay::retrieval
