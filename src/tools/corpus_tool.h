#pragma once
#include <memory>
#include <string>

#include "io/clock.h"
#include "io/pool.h"
#include "retrieval/corpus.h"
#include "tools/corpus_source.h"
#include "tools/tool.h"

namespace assay::tools {

// A tool that searches a corpus: on the pool, which must outlive it, as the clock must.
class CorpusTool : public Tool {
 public:
  std::string options() const override;
  boost::asio::awaitable<Findings> perform(Request request) const override;

 protected:
  CorpusTool(std::shared_ptr<const retrieval::Corpus> corpus, CorpusSearchOptions options,
             io::Pool& pool, const io::Clock& clock);

  virtual Findings search(const Request& request) const = 0;
  // What the corpus is asked for, `top` results of it.
  retrieval::CorpusSearch search_for(std::size_t top) const;

  std::shared_ptr<const retrieval::Corpus> corpus_;
  CorpusSearchOptions options_;
  const io::Clock& clock_;

 private:
  io::Pool& pool_;
};

}  // namespace assay::tools
