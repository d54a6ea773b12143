#pragma once
#include <span>
#include <vector>

#include "retrieval/vectors/vector_file.h"

namespace assay::retrieval {

// The query with length 1, so that products with rows of the file are cosines. Throws InputError
// where its dimension is another one, or it holds what is no number.
std::vector<float> unit_query(const VectorFile& file, std::span<const float> query);

}  // namespace assay::retrieval
