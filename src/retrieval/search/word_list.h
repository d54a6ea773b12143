#pragma once
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "retrieval/search/fusion.h"
#include "retrieval/search/part_view.h"

namespace assay::retrieval {

// The best passages by their words (BM25, with the statistics of all parts together), at most
// `top`; of those that repeat each other the best one.
std::vector<RankedPassage> words_list(std::span<const std::unique_ptr<PartView>> parts,
                                      std::string_view query, const RetrievalOptions& options,
                                      std::size_t top);

// The documents that their dates dropped from that list, at most `options.documents.top`.
std::vector<ExcludedHit> dropped_by_date(std::span<const std::unique_ptr<PartView>> parts,
                                         std::string_view query, const RetrievalOptions& options);

}  // namespace assay::retrieval
