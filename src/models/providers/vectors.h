#pragma once
#include <optional>
#include <string>
#include <vector>

#include "assay/core/json.h"
#include "models/embedder.h"

// Reading what embedding services answer.
namespace assay::models {

// The vectors of the answer in the order of what was asked, each of length 1. Nothing, with the
// reason in `why`, where there are not just `count`, where they differ in dimension (from
// `dimension` too, unless that is 0), and where one is no vector: not finite, or all zeros.
std::optional<std::vector<Vector>> read_vectors(const core::Json& body, std::size_t count,
                                                std::size_t dimension, std::string& why);

}  // namespace assay::models
