#pragma once
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "assay/core/date.h"
#include "io/clock.h"
#include "io/pool.h"
#include "retrieval/corpus.h"
#include "tools/tool.h"

namespace assay::tools {

struct WebSearchOptions {
  std::size_t results = 3;           // a search; DEFAME's number (section 3, stage 2)
  std::optional<core::Date> before;  // drops sources published on that day or later
  bool require_date = false;         // drops sources without a date, which are kept and marked else
};

// web_search(query): the documents of a corpus that match best.
class CorpusWebSearch : public Tool {
 public:
  CorpusWebSearch(std::shared_ptr<const retrieval::Corpus> corpus, WebSearchOptions options,
                  io::Pool& pool, const io::Clock& clock);

  std::string name() const override { return "web_search"; }
  std::string version() const override { return "1"; }
  std::string options() const override;
  boost::asio::awaitable<Findings> perform(Request request) const override;

 private:
  Findings search(const core::Action& action) const;

  std::shared_ptr<const retrieval::Corpus> corpus_;
  WebSearchOptions options_;
  io::Pool& pool_;
  const io::Clock& clock_;
};

}  // namespace assay::tools
