#pragma once
#include <string_view>

#include "retrieval/index/data.h"
#include "retrieval/index/query.h"

namespace assay::retrieval {

// Index::parse.
Query parse_query(const IndexData& index, std::string_view text);

}  // namespace assay::retrieval
