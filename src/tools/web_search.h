#pragma once
#include <memory>
#include <string>

#include "io/clock.h"
#include "io/pool.h"
#include "retrieval/corpus.h"
#include "tools/corpus_source.h"
#include "tools/tool.h"

namespace assay::tools {

// web_search(query): the documents of a corpus that match best.
class CorpusWebSearch : public Tool {
 public:
  CorpusWebSearch(std::shared_ptr<const retrieval::Corpus> corpus, CorpusSearchOptions options,
                  io::Pool& pool, const io::Clock& clock);

  std::string name() const override { return "web_search"; }
  std::string version() const override { return "2"; }
  std::string options() const override;
  boost::asio::awaitable<Findings> perform(Request request) const override;

 private:
  Findings search(const core::Action& action) const;

  std::shared_ptr<const retrieval::Corpus> corpus_;
  CorpusSearchOptions options_;
  io::Pool& pool_;
  const io::Clock& clock_;
};

}  // namespace assay::tools
