#include "tools/web_search.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "assay/core/error.h"
#include "io/record_file.h"

namespace assay::tools {

CorpusWebSearch::CorpusWebSearch(std::shared_ptr<const retrieval::Corpus> corpus,
                                 CorpusSearchOptions options, io::Pool& pool,
                                 const io::Clock& clock)
    : corpus_(std::move(corpus)), options_(options), pool_(pool), clock_(clock) {}

std::string CorpusWebSearch::options() const {
  return io::hash_of(options_json(*corpus_, options_));
}

boost::asio::awaitable<Findings> CorpusWebSearch::perform(Request request) const {
  return pool_.run([this, action = std::move(request.action)] { return search(action); });
}

Findings CorpusWebSearch::search(const core::Action& action) const {
  if (action.arguments.size() != 1) throw core::InputError("web_search takes one query");
  const auto result = corpus_->search(action.arguments.front(),
                                      {options_.results, options_.before, options_.require_date});
  Findings findings;
  for (const auto& hit : result.hits) {
    findings.found.push_back(found_document(*corpus_, hit, clock_));
    findings.found.back().pictures = pictures_of(*corpus_, hit);
  }
  findings.excluded = excluded_sources(*corpus_, result.excluded);
  return findings;
}

}  // namespace assay::tools
