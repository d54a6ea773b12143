#pragma once
#include <memory>
#include <string>

#include "io/clock.h"
#include "io/pool.h"
#include "retrieval/corpus.h"
#include "tools/corpus_source.h"
#include "tools/tool.h"
#include "vision/picture_readers.h"

namespace assay::tools {

// image_search(caption): the pictures of a corpus whose words match best, each by the page whose
// words do. Of pictures that look the same (copies in other sizes), the first alone.
class CorpusImageSearch : public Tool {
 public:
  CorpusImageSearch(std::shared_ptr<const retrieval::Corpus> corpus, CorpusSearchOptions options,
                    vision::PictureReaders& readers, io::Pool& pool, const io::Clock& clock);

  std::string name() const override { return "image_search"; }
  std::string version() const override { return "1"; }
  std::string options() const override;
  boost::asio::awaitable<Findings> perform(Request request) const override;

 private:
  Findings search(const core::Action& action) const;

  std::shared_ptr<const retrieval::Corpus> corpus_;
  CorpusSearchOptions options_;
  vision::PictureReaders& readers_;
  io::Pool& pool_;
  const io::Clock& clock_;
};

}  // namespace assay::tools
