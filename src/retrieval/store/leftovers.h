#pragma once
#include <filesystem>

namespace assay::retrieval {

// Removes what builds of `target` that were killed left beside it. Builds that go on are left
// alone.
void remove_leftovers(const std::filesystem::path& target);

}  // namespace assay::retrieval
