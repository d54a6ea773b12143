#pragma once
#include <memory>
#include <string>

#include "tools/corpus_tool.h"
#include "vision/picture_readers.h"

namespace assay::tools {

// image_search(caption): the pictures of a corpus whose words match best, each by the page whose
// words do. Of pictures that look the same (copies in other sizes), the first alone.
class CorpusImageSearch : public CorpusTool {
 public:
  CorpusImageSearch(std::shared_ptr<const retrieval::Corpus> corpus, CorpusSearchOptions options,
                    vision::PictureReaders& readers, io::Pool& pool, const io::Clock& clock);

  std::string name() const override { return "image_search"; }
  core::ToolHelp help() const override;
  std::string version() const override { return "1"; }

 private:
  Findings search(const Request& request) const override;

  vision::PictureReaders& readers_;
};

}  // namespace assay::tools
