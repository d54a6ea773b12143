#pragma once
#include <cstddef>
#include <memory>
#include <string>

#include "io/clock.h"
#include "io/pool.h"
#include "retrieval/corpus.h"
#include "tools/corpus_source.h"
#include "tools/tool.h"
#include "vision/picture_readers.h"

namespace assay::tools {

// At most so many pages are brought by one search for a picture, those of the surest pictures; the
// oldest comes first.
inline constexpr std::size_t most_pages = 10;

// reverse_search(image): the pages of a corpus that show the same picture, be it resized, cropped,
// mirrored, framed or edited; with its caption and date there, and where the two differ.
class CorpusReverseSearch : public Tool {
 public:
  CorpusReverseSearch(std::shared_ptr<const retrieval::Corpus> corpus, CorpusSearchOptions options,
                      vision::PictureReaders& readers, io::Pool& pool, const io::Clock& clock);

  std::string name() const override { return "reverse_search"; }
  std::string version() const override { return "1"; }
  std::string options() const override;
  // Takes one picture. Throws where it can't be read.
  boost::asio::awaitable<Findings> perform(Request request) const override;

 private:
  Findings search(const Request& request) const;

  std::shared_ptr<const retrieval::Corpus> corpus_;
  CorpusSearchOptions options_;
  vision::PictureReaders& readers_;
  io::Pool& pool_;
  const io::Clock& clock_;
};

}  // namespace assay::tools
