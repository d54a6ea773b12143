#include "tools/given_evidence.h"

#include <algorithm>

namespace assay::tools {

Findings GivenEvidence::search(const Request&) const {
  Findings findings;
  const auto count = std::min(corpus_->documents(), most_given_documents);
  for (std::uint32_t i = 0; i < count; ++i)
    findings.found.push_back(found_document(*corpus_, {0, i, 0}, clock_));
  if (corpus_->documents() > count)
    findings.effort.incomplete = std::to_string(corpus_->documents() - count) +
                                 " of the documents that were given are not read";
  return findings;
}

}  // namespace assay::tools
