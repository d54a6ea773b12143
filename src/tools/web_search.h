#pragma once
#include <memory>
#include <string>

#include "tools/corpus_tool.h"

namespace assay::tools {

// web_search(query): the documents of a corpus that match best.
class CorpusWebSearch : public CorpusTool {
 public:
  CorpusWebSearch(std::shared_ptr<const retrieval::Corpus> corpus, CorpusSearchOptions options,
                  io::Pool& pool, const io::Clock& clock);

  std::string name() const override { return "web_search"; }
  core::ToolHelp help() const override;
  std::string version() const override { return "2"; }

 private:
  Findings search(const Request& request) const override;
};

}  // namespace assay::tools
