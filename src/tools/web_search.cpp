#include "tools/web_search.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "assay/core/error.h"
#include "tools/help.h"

namespace assay::tools {

CorpusWebSearch::CorpusWebSearch(std::shared_ptr<const retrieval::Corpus> corpus,
                                 CorpusSearchOptions options, io::Pool& pool,
                                 const io::Clock& clock)
    : CorpusTool(std::move(corpus), options, pool, clock) {}

core::ToolHelp CorpusWebSearch::help() const { return web_search_help(); }

Findings CorpusWebSearch::search(const Request& request) const {
  const auto& action = request.action;
  if (action.arguments.size() != 1) throw core::InputError("web_search takes one query");
  const auto result = corpus_->search(action.arguments.front(), search_for(options_.results));
  Findings findings;
  for (const auto& hit : result.hits) {
    findings.found.push_back(found_document(*corpus_, hit, clock_));
    findings.found.back().pictures = pictures_of(*corpus_, hit, options_.images_per_page);
  }
  findings.excluded = excluded_sources(*corpus_, result.excluded);
  return findings;
}

}  // namespace assay::tools
