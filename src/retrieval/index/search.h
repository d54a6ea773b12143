#pragma once
#include <vector>

#include "retrieval/index/data.h"
#include "retrieval/index/query.h"

namespace assay::retrieval {

// Index::statistics.
TermStatistics statistics_of(const IndexData& index, const Query& query);

// Index::search.
std::vector<ScoredDocument> search_index(const IndexData& index, const Query& query,
                                         const SearchOptions& options);

}  // namespace assay::retrieval
