#pragma once
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "cli/retrieval_setup.h"
#include "io/clock.h"
#include "io/pool.h"
#include "retrieval/search/picture_retriever.h"
#include "tools/corpus_source.h"
#include "tools/tool.h"
#include "vision/picture_readers.h"

namespace assay::cli {

// How a check searches the passages and pictures of a store: with which models and options. Of all
// claims of a run.
class StoreRetrieval {
 public:
  StoreRetrieval(RetrievalSetup setup, retrieval::RetrievalModels models,
                 std::shared_ptr<models::Embedder> image_embedder, io::Pool& pool,
                 std::function<void(std::string_view)> say);

  // The tools that search the corpus so, whose results come before those of the others of their
  // names.
  std::vector<std::shared_ptr<const tools::Tool>> tools(
      const std::shared_ptr<const retrieval::Corpus>& corpus,
      const tools::CorpusSearchOptions& search, vision::PictureReaders& readers,
      const io::Clock& clock) const;

  // For a run's configuration: options and models.
  core::Json configuration() const;

 private:
  RetrievalSetup setup_;
  retrieval::RetrievalModels models_;
  std::shared_ptr<models::Embedder> image_embedder_;
  io::Pool& pool_;
  std::function<void(std::string_view)> say_;
};

}  // namespace assay::cli
