#pragma once
#include <cstddef>
#include <memory>
#include <string>

#include "tools/corpus_tool.h"
#include "vision/picture_readers.h"

namespace assay::tools {

// At most so many pages are brought by one search for a picture, those of the surest pictures; the
// oldest comes first.
inline constexpr std::size_t most_pages = 10;

// reverse_search(image): the pages of a corpus that show the same picture, be it resized, cropped,
// mirrored, framed or edited; with its caption and date there, and where the two differ.
class CorpusReverseSearch : public CorpusTool {
 public:
  CorpusReverseSearch(std::shared_ptr<const retrieval::Corpus> corpus, CorpusSearchOptions options,
                      vision::PictureReaders& readers, io::Pool& pool, const io::Clock& clock);

  std::string name() const override { return "reverse_search"; }
  core::ToolHelp help() const override;
  std::string version() const override { return "1"; }

 private:
  // Takes one picture. Throws where it can't be read.
  Findings search(const Request& request) const override;

  vision::PictureReaders& readers_;
};

}  // namespace assay::tools
