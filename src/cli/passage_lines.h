#pragma once
#include <cstddef>
#include <string>

#include "assay/core/json.h"
#include "retrieval/search/retriever.h"

namespace assay::cli {

// A passage that was found: {`id`, `url`, `title`, `date`, `collection`, `query`, `score`,
// `scores`: {`bm25`, `bm25_rank`, `cosine`, `cosine_rank`, `fused`, `reranked`, `mmr`}, `begin`,
// `end`, `text`, `before`, `after`, `also_in`}.
core::Json hit_json(const retrieval::Corpus& corpus, const retrieval::PassageHit& hit);
core::Json result_json(const retrieval::Corpus& corpus, const retrieval::PassageResult& result);

// For people, two lines.
std::string hit_text(const retrieval::Corpus& corpus, const retrieval::PassageHit& hit,
                     std::size_t rank);

}  // namespace assay::cli
