#include "tools/corpus_tool.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "io/record_file.h"

namespace assay::tools {

CorpusTool::CorpusTool(std::shared_ptr<const retrieval::Corpus> corpus, CorpusSearchOptions options,
                       io::Pool& pool, const io::Clock& clock)
    : corpus_(std::move(corpus)), options_(options), clock_(clock), pool_(pool) {}

std::string CorpusTool::options() const { return io::hash_of(options_json(*corpus_, options_)); }

boost::asio::awaitable<Findings> CorpusTool::perform(Request request) const {
  return pool_.run([this, request = std::move(request)] { return search(request); });
}

retrieval::CorpusSearch CorpusTool::search_for(std::size_t top) const {
  return {top, options_.before, options_.require_date};
}

}  // namespace assay::tools
