#pragma once
#include "tools/corpus_tool.h"
#include "tools/help.h"

namespace assay::tools {

// Brings every document of a corpus, in the corpus's order: the evidence that a claim came with,
// all of which is to be read (RW-Post's evidence-bounded regime, its section III). No planner
// chooses it.
class GivenEvidence : public CorpusTool {
 public:
  GivenEvidence(std::shared_ptr<const retrieval::Corpus> corpus, CorpusSearchOptions options,
                io::Pool& pool, const io::Clock& clock)
      : CorpusTool(std::move(corpus), options, pool, clock) {}

  std::string name() const override { return given_evidence; }
  std::string version() const override { return "1"; }

 protected:
  Findings search(const Request& request) const override;
};

// At most so many documents are taken: more is a corpus to be searched, not evidence to be read.
inline constexpr std::size_t most_given_documents = 200;

}  // namespace assay::tools
