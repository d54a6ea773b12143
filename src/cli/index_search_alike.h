#pragma once
#include <memory>

#include "cli/index_search_pictures.h"
#include "cli/retrieval_setup.h"

namespace assay::cli {

// Searches the corpus with the image embedder that the command line or the configuration names;
// null where neither does. Throws UsageError where it can't be used.
std::unique_ptr<AlikeSearch> make_alike_search(std::shared_ptr<const retrieval::Corpus> corpus,
                                               const RetrievalFlags& flags, const Config& config,
                                               const retrieval::CorpusSearch& options);

}  // namespace assay::cli
