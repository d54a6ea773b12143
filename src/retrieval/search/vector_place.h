#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "retrieval/vectors/vector_file.h"

namespace assay::retrieval {

// Where they are.
std::filesystem::path vector_path(const std::filesystem::path& store, const std::string& kind,
                                  const VectorShape& shape);

// The vectors of a store, in its folder `vectors/`, in a file named after `kind` and the model; in
// memory where the store is in memory or can't be written, of which `say` is told. Of a file that
// may only be read what it has is copied then.
VectorFile open_vectors(const std::filesystem::path& store, const std::string& kind,
                        const VectorShape& shape, const std::function<void(std::string_view)>& say);

}  // namespace assay::retrieval
