#pragma once
#include <vector>

#include "retrieval/index/cursor.h"
#include "retrieval/index/data.h"
#include "retrieval/index/query.h"

namespace assay::retrieval {

// The documents that hold the phrase, and how often.
std::vector<Posting> find_phrase(const IndexData& index, const QueryElement& phrase);

}  // namespace assay::retrieval
